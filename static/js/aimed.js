// What goes away under a finger: the answers of a vote move when somebody's reason comes to stand above them. Whoever
// presses at once, and has not moved since, meant the other answer that lay there: that is no vote. Whoever presses again
// has seen where the answers are.

import { listen } from './live.js';

const AIM = 600; // ms from seeing a thing to pressing it
const STILL = 12; // px that a hand wanders which does not move

let before = [];
let movedAt = -AIM;
let pointed = { x: 0, y: 0 };
let stood = pointed; // where the pointer was when they moved
let isMeant = true;

export function start() {
  listen((what) => {
    if (what.kind === 'before' && !hasJustMoved()) before = places();
    if (what.kind === 'after' && !hasJustMoved() && `${before.map(written)}` !== `${places().map(written)}`) {
      [movedAt, stood] = [performance.now(), pointed];
    }
  });
  document.addEventListener('pointermove', ({ clientX: x, clientY: y }) => pointed = { x, y }, { passive: true });
  document.addEventListener('pointerdown', (event) => {
    const answer = /** @type {HTMLElement | null} */ (
      /** @type {Element} */ (event.target).closest('[data-voting] button')
    );
    isMeant = !answer || !hasJustMoved() || hasAimed(event) || !lay(event).some((other) => isOther(other, answer));
  }, true);
  document.addEventListener('click', (event) => {
    if (isMeant || !event.detail) return; // a key is pressed on what has the focus
    isMeant = true;
    event.preventDefault();
    event.stopImmediatePropagation(); // nor does it open the field for a reason
  }, true);
  document.addEventListener('pointercancel', () => isMeant = true, true);
}

const hasJustMoved = () => performance.now() - movedAt < AIM;

const hasAimed = ({ pointerType, clientX: x, clientY: y }) =>
  pointerType !== 'touch' && Math.hypot(x - stood.x, y - stood.y) > STILL;

const places = () =>
  [...document.querySelectorAll('[data-voting] button')].map((button) => ({
    of: voteOf(button),
    key: /** @type {HTMLElement} */ (button).dataset.hotkey,
    box: button.getBoundingClientRect(),
  }));

const voteOf = (button) => button.closest('[data-proposal]')?.dataset.proposal;

const written = ({ of, key, box }) => `${of} ${key} ${Math.round(box.left)} ${Math.round(box.top)}`;

// What lay there before they moved.
const lay = ({ clientX: x, clientY: y }) =>
  before.filter(({ box }) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);

const isOther = (other, answer) => other.of === voteOf(answer) && other.key !== answer.dataset.hotkey;
