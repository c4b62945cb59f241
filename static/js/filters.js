// The filters of the archive as a sheet over its answers. Without this script the same link opens a page with the same
// form. Whatever is chosen in it is counted at once and done by its button alone: every other way out changes nothing.

import { there, within } from './there.js';

const sheet = document.createElement('dialog');
sheet.className = 'filters-sheet';
sheet.setAttribute('aria-labelledby', 'filters-h');
let asked = 0;

/** Of the page at that address; null where it did not come. */
async function formAt(address) {
  const answer = await fetch(address, { credentials: 'same-origin' }).catch(() => null);
  if (!answer?.ok) return null;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  return page.querySelector('form.filters');
}

async function open(link) {
  const mine = ++asked;
  const form = await formAt(link.href);
  if (mine !== asked) return;
  if (!form) {
    location.href = link.href;
    return;
  }
  sheet.replaceChildren(form);
  if (!sheet.isConnected) document.body.append(sheet);
  if (!sheet.open) {
    sheet.showModal();
    history.pushState({ ...history.state, filters: true }, '');
  }
  there('#filters-h', sheet).focus({ preventScroll: true });
}

/** Where what is chosen leads; without what was left open. */
function address(show = '') {
  const form = there('form', sheet);
  const to = new URL(form.getAttribute('action'), location.href);
  for (const [name, value] of new FormData(form)) {
    if (value) to.searchParams.append(name, String(value));
  }
  if (show) to.searchParams.set('show', show);
  return to;
}

/** The groups as they are now, and what one stands in at the place where it was on the glass. */
async function count() {
  const mine = ++asked;
  const form = await formAt(address('filters'));
  if (mine !== asked || !sheet.open) return;
  const go = there('.filters-go .btn', sheet);
  if (!form) { // the line is down: no number is better than one of before
    go.textContent = go.dataset.plain;
    return;
  }
  const here = there('.filters-in', sheet);
  const held = document.activeElement instanceof HTMLInputElement ? document.activeElement : null;
  const top = held?.getBoundingClientRect().top ?? 0;
  there('.filters-head', sheet).replaceWith(there('.filters-head', form));
  here.replaceChildren(...there('.filters-in', form).childNodes);
  go.textContent = there('.filters-go .btn', form).textContent;
  there('[data-told]', sheet).textContent = there('[data-told]', form).textContent;
  const again = held &&
    [...here.querySelectorAll('input')].find((one) => one.name === held.name && one.value === held.value);
  if (!again) return;
  here.scrollTop += again.getBoundingClientRect().top - top;
  again.focus({ preventScroll: true });
}

document.addEventListener('click', (event) => {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = within(event, 'a.to-filters, .filters-sheet [data-anew]');
  if (link) open(link);
  else if (event.target === sheet || within(event, '.filters-sheet .filters-out')) sheet.close();
  else return;
  event.preventDefault();
});

sheet.addEventListener('change', (event) => {
  if (event.target instanceof HTMLInputElement) count(); // an order leaves as many as there are
});

// In the place of what the sheet lay over: the way back leads to that.
sheet.addEventListener('submit', (event) => {
  event.preventDefault();
  location.replace(address());
});

sheet.addEventListener('close', () => {
  asked += 1;
  if (history.state?.filters) history.back();
});

addEventListener('popstate', () => {
  if (sheet.open && !history.state?.filters) sheet.close();
});
