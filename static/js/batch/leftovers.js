// What somebody had begun and not put down lies in this browser: it is shown where it can be gone on with.

import { draftOf, nameOf } from '../composer/kept.js';
import { there } from '../there.js';

export function start(deckName) {
  for (const line of document.querySelectorAll('[data-leftover]')) {
    const begun = draftOf(nameOf(deckName, line.dataset.leftover));
    if (!begun?.title && !begun?.text) continue;
    line.hidden = false;
    if (begun.title) there('a', line).textContent = begun.title;
  }
}
