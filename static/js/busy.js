// Whether somebody is in the middle of a word, a stroke or a drag. Whatever opens, reloads or takes the focus by itself
// asks here first, and single letters are no keys to whoever writes.

const TYPED = 'textarea:not([readonly]), select, input:not([readonly], [type="checkbox"], [type="radio"], ' +
  '[type="button"], [type="submit"], [type="reset"], [type="file"], [type="range"], [type="color"], [type="hidden"])';
const REST = 1_200; // ms without a key: a thought, and no longer the middle of a word

let lastKey = 0;
let isComposing = false;
const down = new Map(); // pointers that press, and since when

function typed(event) {
  const isLetter = event.type === 'input' || event.key?.length === 1 && !event.ctrlKey && !event.metaKey;
  if (isLetter && isField(event.target)) lastKey = Date.now();
}

// Before anybody else hears of it, as others stop what they have dealt with.
addEventListener('keydown', typed, true);
addEventListener('input', typed, true); // a phone's keyboard has no keys
addEventListener('compositionstart', () => isComposing = true, true);
for (const kind of ['compositionend', 'focusout']) addEventListener(kind, () => isComposing = false, true);
addEventListener('pointerdown', (event) => down.set(event.pointerId, Date.now()), true);
addEventListener('pointerup', (event) => down.delete(event.pointerId), true);
addEventListener('pointercancel', (event) => down.delete(event.pointerId), true);
// Let go outside the window, where nobody is told.
addEventListener('pointermove', (event) => event.buttons || down.delete(event.pointerId), true);
addEventListener('blur', () => down.clear());

/** Whether this is written in, or drawn on: a field, the paper of a text, the pad. */
export function isField(element) {
  return element instanceof HTMLElement &&
    (element.matches(TYPED) || element.isContentEditable || element.closest('[data-paper]') !== null);
}

/** Whether what one types goes into something. */
export function isWriting() {
  return isField(document.activeElement);
}

/** Whether letters are being composed, or a finger, a pen or the mouse presses: a stroke, a drag, a button. */
export function isHeld() {
  return isComposing || down.size > 0;
}

/** Whether anything that comes by itself has to wait, or to lie aside. */
export function isBusy() {
  return isWriting() || isHeld();
}

/** Whether no key was pressed in a field for so long. */
export function hasRested(ms = REST) {
  return !isHeld() && Date.now() - lastKey >= ms;
}

/** Whether somebody writes or presses who has begun to since `at`: what they asked for before comes when they rest. A
 * finger that lies there still is the one that asked. */
export function hasWrittenSince(at) {
  return isComposing || [...down.values()].some((since) => since > at) || isWriting() && lastKey > at;
}

/** Do it now; or, where somebody is in the middle of a word, when they rest. What ends the wait. */
export function whenRested(then, ms = REST) {
  let timer = 0;
  const attempt = () => {
    if (hasRested(ms) || !isBusy()) then();
    else timer = setTimeout(attempt, 200);
  };
  attempt();
  return () => clearTimeout(timer);
}
