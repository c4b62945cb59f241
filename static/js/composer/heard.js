// What is done to the card before its scripts are here, and what a form does not do by itself: kept, in its order, and done
// again when they are. Letters need none of this: they stand in their fields.

const HEARD = {
  click: pressed,
  change: chosen,
  keydown: struck,
  pointerdown: drawn,
  pointermove: drawn,
  pointerup: drawn,
  pointercancel: drawn,
  dragover: carried,
  drop: dropped,
  paste: pasted,
};
const BY_SCRIPT = 'button[type="button"], #preview *';
const BY_KEY = '[data-paper], [role="toolbar"]';
const PRESSES = ['click', 'keydown'];

let place = null;
let deeds = [];
let areLost = false; // its scripts did not come

/** Hear what is done in there. */
export function hear(form) {
  place = form;
  for (const kind of Object.keys(HEARD)) place.addEventListener(kind, hears, true);
}

/** Do it again, and hear no more. */
export function doAgain() {
  for (const kind of Object.keys(HEARD)) place.removeEventListener(kind, hears, true);
  const due = deeds;
  deeds = [];
  for (const { deed } of due) deed();
}

/** Whether something was drawn or brought that they have not seen. */
export function isDrawnOn() {
  return deeds.some(({ type }) => !PRESSES.includes(type));
}

/** They do not come, and that is said: what is pressed does nothing, and is not done some time later between two words. */
export function giveUp() {
  areLost = true;
  deeds = deeds.filter(({ type }) => !PRESSES.includes(type));
}

function hears(event) {
  HEARD[event.type](event);
}

function later(target, type, event) {
  if (areLost && PRESSES.includes(type)) return;
  deeds.push({ type, deed: () => target.isConnected && target.dispatchEvent(event()) });
}

function pressed({ target, type }) {
  if (target.closest(BY_SCRIPT)) later(target, type, () => new MouseEvent(type, { bubbles: true, cancelable: true }));
}

function chosen({ target, type }) {
  if (target.type === 'file') later(target, type, () => new Event(type, { bubbles: true }));
}

function struck(event) {
  if (event.key === 'Enter' && event.target.matches('#find-sentence')) event.preventDefault(); // never the whole card
  if (!event.target.closest(BY_KEY) && !(event.altKey && event.code === 'KeyP')) return;
  later(event.target, event.type, () => new KeyboardEvent('keydown', event));
}

// A stroke, and the grip under the paper: told by where they were on it, for the page may have moved meanwhile. Of the
// paper itself and of nothing that lies on it: the still drawing goes when the pad comes, and a stroke that is going on
// would end where another part takes the pointer.
function drawn(event) {
  const { target, type, pointerId, clientX, clientY } = event;
  const paper = target.closest('[data-paper]');
  if (!paper || type === 'pointermove' && !event.buttons) return;
  const part = target.closest('.padgrip') ?? paper;
  if (type === 'pointerdown') hold(part, pointerId);
  const was = paper.getBoundingClientRect();
  later(part, type, () => {
    const now = paper.getBoundingClientRect();
    const { pointerType, pressure, width, height, button, buttons, isPrimary } = event;
    return new PointerEvent(type, {
      ...{ pointerId, pointerType, pressure, width, height, button, buttons, isPrimary },
      clientX: clientX - was.left + now.left,
      clientY: clientY - was.top + now.top,
      bubbles: true,
      cancelable: true,
    });
  });
}

function hold(target, pointer) {
  try {
    target.setPointerCapture(pointer);
  } catch { /* it is gone already */ }
}

// --- a picture that is brought -----------------------------------------------------------------------------------

function carried(event) {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
}

function dropped(event) {
  const files = copied(event.dataTransfer);
  if (!files) return;
  event.preventDefault(); // or the browser leaves the page for it
  later(
    event.target,
    event.type,
    () => new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }),
  );
}

function pasted(event) {
  const files = copied(event.clipboardData);
  if (!files) return;
  const carries = { clipboardData: files, bubbles: true, cancelable: true };
  later(event.target, event.type, () => new ClipboardEvent('paste', carries));
}

// What was carried is emptied when its event is over.
function copied(carried) {
  if (!carried?.files.length) return null;
  const copy = new DataTransfer();
  for (const file of carried.files) copy.items.add(file);
  return copy;
}
