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

let place = null;
let deeds = [];

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
  for (const deed of due) deed();
}

function hears(event) {
  HEARD[event.type](event);
}

function later(target, event) {
  deeds.push(() => target.isConnected && target.dispatchEvent(event()));
}

function pressed({ target }) {
  if (target.closest(BY_SCRIPT)) later(target, () => new MouseEvent('click', { bubbles: true, cancelable: true }));
}

function chosen({ target }) {
  if (target.type === 'file') later(target, () => new Event('change', { bubbles: true }));
}

function struck(event) {
  if (!event.target.closest(BY_KEY) && !(event.altKey && event.code === 'KeyP')) return;
  later(event.target, () => new KeyboardEvent('keydown', event));
}

// A stroke, and the grip under the paper: told by where they were on it, for the page may have moved meanwhile.
function drawn(event) {
  const { target, type, pointerId, clientX, clientY } = event;
  const paper = target.closest('[data-paper]');
  if (!paper || type === 'pointermove' && !event.buttons) return;
  if (type === 'pointerdown') hold(target, pointerId);
  const was = paper.getBoundingClientRect();
  later(target, () => {
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
  later(event.target, () => new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
}

function pasted(event) {
  const files = copied(event.clipboardData);
  if (files) {
    later(event.target, () => new ClipboardEvent('paste', { clipboardData: files, bubbles: true, cancelable: true }));
  }
}

// What was carried is emptied when its event is over.
function copied(carried) {
  if (!carried?.files.length) return null;
  const copy = new DataTransfer();
  for (const file of carried.files) copy.items.add(file);
  return copy;
}
