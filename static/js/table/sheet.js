// A card, a pile or a place close up, laid over the table: the same sheet that is a page of its own without a script.

import { whenTaken } from '../act.js';
import { hasWrittenSince, whenRested } from '../busy.js';
import { hasGoneOn, nameOf, standAt } from '../standing.js';
import { there } from '../there.js';

let asked = 0;
let before = null;
let stood = null; // where the browser gives the focus back to
let since = 0; // when this sheet was laid

const dialog = () => there('#tsheet');
const isOpen = () => document.querySelector('#tsheet[open]') !== null;

export function start() {
  document.addEventListener('click', onClick);
  document.getElementById('tsheet')?.addEventListener('close', () => {
    asked += 1;
    if (!dialog().open && !hasGoneOn(dialog(), before, stood)) standAt([before, nameOf(before)]);
  });
  whenTaken(({ form, wish }) => {
    if (wish.at < since) return; // an answer that comes late closes no sheet that was opened meanwhile
    if (isOpen() && (dialog().contains(form) || form?.id === 'act' && wish.address.includes('/act/'))) {
      dialog().close();
    }
  });
}

function onClick(event) {
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (event.target === document.getElementById('tsheet') || event.target.closest?.('#tsheet [data-close]')) {
    event.preventDefault();
    dialog().close();
    return;
  }
  const link = event.target.closest?.('a[data-sheet], #tsheet a[data-piece]');
  if (link) {
    event.preventDefault();
    open(link.href, link);
  }
}

/** The sheet at `address`, or null where there is none or the line is down, of which the page speaks. */
export async function closeUp(address) {
  try {
    const answer = await fetch(address, {
      credentials: 'same-origin',
      headers: { 'X-Carte': '1', Accept: 'text/html' },
    });
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('sheet') : null;
  } catch {
    return null;
  }
}

/** Lay the sheet at `address` over the table; the focus comes back to `from`. `part` is what the sheet is called there. */
export async function open(address, from, part = '') {
  const mine = ++asked;
  const at = Date.now();
  if (!dialog().contains(from)) before = from;
  const sheet = await closeUp(part ? `${address}&part=${part}` : address);
  if (mine !== asked) return;
  if (!sheet) {
    location.assign(address);
    return;
  }
  const show = () => mine === asked && lay(sheet);
  if (hasWrittenSince(at)) whenRested(show); // they went on writing while it was on its way
  else show();
}

function lay(sheet) {
  since = Date.now();
  dialog().replaceChildren(document.adoptNode(sheet));
  if (!dialog().open) {
    stood = document.activeElement;
    dialog().showModal();
  }
  dialog().scrollTop = 0;
  dialog().querySelector('#sheet-h, #close-up-h')?.focus({ preventScroll: true });
}
