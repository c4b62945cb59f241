// What was refused is read beside the button that was pressed. Where the words have a place that is far off, behind the
// foot of a phone or above what one has scrolled to, they are pinned to the button on a slip, over whatever lies there.

const NEAR = 200; // px between the words and the button
const GAP = 8; // px
let slip = null;

/** Pins the words to the button; false where `line`, which says them, is seen beside it. */
export function pin(told, button, line) {
  unpin();
  if (line && isSeen(line) && apart(line, button) <= NEAR) return false;
  slip = document.createElement('p');
  slip.className = 'slip slip--wrong pinned';
  slip.setAttribute('role', 'alert');
  (button.closest('dialog[open]') ?? document.body).append(slip);
  slip.textContent = told; // after it is there, so that it is read aloud
  lay(slip, button.getBoundingClientRect());
  addEventListener('keydown', onKey, true);
  addEventListener('pointerdown', unpin, true);
  return true;
}

/** Takes the slip away: another press, another try, Escape. */
export function unpin() {
  slip?.remove();
  slip = null;
  removeEventListener('keydown', onKey, true);
  removeEventListener('pointerdown', unpin, true);
}

function onKey(event) {
  if (event.key === 'Escape') unpin();
}

/** Below the button, or above it where the glass ends; the button itself may have gone meanwhile. */
function lay(words, on) {
  const { offsetWidth: wide, offsetHeight: high } = words;
  const left = Math.min(Math.max(GAP, on.left), innerWidth - wide - GAP);
  const below = on.bottom + GAP;
  const top = below + high + GAP <= innerHeight ? below : on.top - GAP - high;
  words.style.left = `${Math.max(GAP, left)}px`;
  words.style.top = `${Math.min(Math.max(GAP, top), Math.max(GAP, innerHeight - high - GAP))}px`;
}

function isSeen(line) {
  const at = line.getBoundingClientRect();
  const on = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
  return at.height > 0 && on !== null && (line.contains(on) || on.contains(line));
}

function apart(line, button) {
  const [a, b] = [line.getBoundingClientRect(), button.getBoundingClientRect()];
  const down = Math.max(a.top - b.bottom, b.top - a.bottom, 0);
  const across = Math.max(a.left - b.right, b.left - a.right, 0);
  return Math.hypot(down, across);
}
