// A keyword on a card says what it means where it is pressed: a finger has no pointer that hovers. Where a card is read
// alone, its keywords are stops of the keyboard, and say it to whoever stands on them. Without this script the meaning is
// the word's title, and stands in a list beside the card.

import { within } from './there.js';

const EDGE = 8; // px that the note keeps from the window's edge
const READ_ALONE = ':is(.stage-card, .closeup-card, .tsheet-card) .cf-key[title]:not([tabindex])';
const note = document.createElement('div');
note.className = 'term-note';
note.popover = 'auto';
note.setAttribute('role', 'status');
const isKnown = 'popover' in HTMLElement.prototype;
let isShown = false; // :popover-open is an error where a browser does not know it
note.addEventListener('toggle', (event) => isShown = /** @type {ToggleEvent} */ (event).newState === 'open');

function show(word) {
  (isKnown ? document.body : word.closest('dialog') ?? document.body).append(note);
  note.textContent = word.title;
  if (isKnown) note.showPopover();
  isShown = true;
  const [at, size] = [word.getBoundingClientRect(), note.getBoundingClientRect()];
  const left = Math.min(at.left, innerWidth - size.width - EDGE);
  const below = at.bottom + EDGE;
  note.style.left = `${Math.max(EDGE, left)}px`;
  note.style.top = `${below + size.height < innerHeight ? below : at.top - size.height - EDGE}px`;
}

// Who knows no popover (before Chrome 114, Firefox 125, Safari 17) has it lie in the page.
function hide() {
  if (isKnown) note.hidePopover();
  else note.remove();
  isShown = false;
}

function stops() {
  for (const word of document.querySelectorAll(READ_ALONE)) {
    if (!word.closest('a, button, [inert], [aria-hidden]')) word.tabIndex = 0;
  }
}

document.addEventListener('click', (event) => {
  const word = within(event, '.cf-key');
  if (word?.title && !word.closest('a, button, [inert]')) show(word);
  else if (!isKnown) hide();
});
document.addEventListener('focusin', (event) => {
  const word = within(event, '.cf-key');
  if (word?.matches('[tabindex]:focus-visible')) show(word);
});
document.addEventListener('focusout', (event) => {
  if (within(event, '.cf-key') && isShown) hide();
});
new MutationObserver(stops).observe(document.body, { childList: true, subtree: true, attributeFilter: ['tabindex'] });
stops();
