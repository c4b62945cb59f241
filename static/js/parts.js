// The faces of a long deck come in parts. The link to the next ones leads there by itself; with this script they are
// fetched before one gets to it, and laid under those that lie here. The address tells which lie here, so whoever comes
// back or loads the page again finds them.

import { there } from './there.js';

const AHEAD = '120%'; // of the window's height, below it

let isUnderWay = false;

const parts = () => document.getElementById('face-parts');
/** @returns {HTMLAnchorElement | null | undefined} */
const link = () => parts()?.querySelector('a[data-more]');
const edition = (page) => page.getElementById('r-edition')?.dataset.mark;

const near = new IntersectionObserver(
  (entries) => {
    if (entries.some((entry) => entry.isIntersecting)) more();
  },
  { rootMargin: `0px 0px ${AHEAD} 0px` },
);

function watch() {
  near.disconnect();
  const next = link();
  if (next) near.observe(next);
}

async function more() {
  const next = link();
  if (!next || isUnderWay) return;
  isUnderWay = true;
  const asked = next.href;
  const text = await textAt(asked);
  isUnderWay = false;
  if (!text) return; // the line is down: the link stays, and is looked at again when it is back
  if (link()?.href !== asked) { // the page is another one meanwhile
    watch();
    return;
  }
  const page = new DOMParser().parseFromString(text, 'text/html');
  const fresh = page.getElementById('face-parts');
  // A deck that reads otherwise now is fetched whole (deck.js), and this is asked for anew.
  if (fresh && edition(page) === edition(document)) lay(fresh, there('#face-parts'), there('#face-parts a[data-more]'));
}

async function textAt(address) {
  try {
    const answer = await fetch(address, { credentials: 'same-origin' });
    return answer.ok ? await answer.text() : '';
  } catch {
    return '';
  }
}

function lay(fresh, here, old) {
  const lying = new Set([...here.querySelectorAll('.faces > li > a')].map((card) => card.getAttribute('href')));
  const laid = [...fresh.querySelectorAll('.faces > li')]
    .filter((one) => !lying.has(one.querySelector('a')?.getAttribute('href'))); // one that was moved on meanwhile
  there('.faces', here).append(...laid);
  there('.fine .num + .num', here).textContent = there('.fine .num + .num', fresh).textContent;
  const next = fresh.querySelector('[data-more]');
  if (next) {
    old.href = next.href;
    old.textContent = next.textContent;
  } else {
    if (old === document.activeElement) laid[0]?.querySelector('a')?.focus({ preventScroll: true });
    old.remove();
  }
  const address = new URL(location.href);
  address.searchParams.set('part', `${here.dataset.part}-${fresh.dataset.part}`);
  history.replaceState(history.state, '', address);
  watch();
}

if (parts()) {
  new MutationObserver(watch).observe(there('#deck-page'), { childList: true, subtree: true });
  addEventListener('online', watch);
  watch();
}
