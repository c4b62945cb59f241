// A corner shows its symbols as drawn while one does not write in it.

import { element } from './drawn.js';
import { meant } from './lexicon.js';
import { pieces } from './pieces.js';

/** Draw what stands in each corner of the card. */
export function drawCorners(card) {
  for (const corner of card.querySelectorAll('[data-corner]')) {
    const text = corner.querySelector('input').value;
    const parts = pieces(text, meant);
    const isDrawn = parts.some((part) => part.is === 'symbol');
    corner.classList.toggle('is-drawn', isDrawn);
    corner.querySelector('.corner-drawn').replaceChildren(...(isDrawn ? parts.map((part) => element(part, text)) : []));
  }
}
