// The faces of a long deck come in parts. The link to the next ones leads there by itself; with this script they are
// fetched before one gets to it, and laid under those that lie here. The address tells which lie here, so whoever comes
// back or loads the page again finds them.

const AHEAD = '120%'; // of the window's height, below it

const page = document.getElementById('deck-page');
let isUnderWay = false;

const parts = () => document.getElementById('face-parts');
/** @returns {HTMLAnchorElement | null | undefined} */
const link = () => parts()?.querySelector('a[data-more]');

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
  const answer = await fetch(asked, { credentials: 'same-origin' }).catch(() => null);
  const text = answer?.ok ? await answer.text() : '';
  isUnderWay = false;
  if (!text) return; // the line is down: the link stays
  if (link()?.href !== asked) { // the page is another one meanwhile
    watch();
    return;
  }
  const fresh = new DOMParser().parseFromString(text, 'text/html').getElementById('face-parts');
  if (fresh) lay(fresh);
}

function lay(fresh) {
  const here = parts();
  const old = link();
  const laid = [...fresh.querySelectorAll('.faces > li')];
  here.querySelector('.faces').append(...laid);
  const last = fresh.querySelector('.fine .num + .num');
  here.querySelector('.fine .num + .num').textContent = last.textContent;
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
  new MutationObserver(watch).observe(page, { childList: true, subtree: true });
  watch();
}
