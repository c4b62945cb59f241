// The card that another played last is ringed where it lies; on a phone the strip of the others is swept as far as it.

import { listen } from '../live.js';

let shown = '';

export function start() {
  listen((what) => {
    if (what.kind === 'after') ring();
  });
  ring();
}

function ring() {
  const piece = document.getElementById('r-last')?.dataset.last ?? '';
  for (const element of document.querySelectorAll('.is-last')) element.classList.remove('is-last');
  const lies = piece && document.querySelector(`.things [data-piece="${piece}"], [data-top="${piece}"]`);
  if (lies) {
    lies.closest('.onto, .thing, .pile')?.classList.add('is-last');
    if (piece !== shown) bring(lies);
  }
  shown = piece;
}

function bring(lies) {
  const strip = lies.closest('.others');
  if (!strip || getComputedStyle(strip).display === 'contents') return;
  const [card, edge] = [lies, strip].map((element) => element.getBoundingClientRect());
  strip.scrollLeft += Math.max(0, card.right - edge.right + 8) - Math.max(0, edge.left - card.left + 8);
}
