// What became of it, for whoever had the sheet folded or only watches: beside the table, which goes on at once.
// Nobody's focus is taken; it lies there for a while, and goes when somebody asks something.

import { there } from '../there.js';

const STAYS = 7_000; // ms, longer while somebody points at it

let timer = 0;

const slip = () => document.getElementById('verdict');

/** `sheet`: the verdict as the server drew it. */
export function tell(sheet) {
  const place = slip();
  if (!place) return;
  const turn = there('.vs-turn', sheet).cloneNode(true);
  turn.removeAttribute('id');
  for (const element of turn.querySelectorAll('[id]')) element.removeAttribute('id');
  there('[data-verdict-card]', place).replaceChildren(turn);
  there('[data-verdict-heading]', place).textContent = there('.vv-h', sheet).textContent;
  there('[data-verdict-words]', place).textContent = there('.vv-words', sheet).textContent;
  there('[data-verdict-reasons]', place).replaceChildren(
    ...[...sheet.querySelectorAll('.reasons > .note')].map((note) => note.cloneNode(true)),
  );
  there('[data-verdict-again]', place).replaceChildren(
    ...[...sheet.querySelectorAll('.again-acts')].map((acts) => acts.cloneNode(true)),
  );
  place.hidden = false;
  stay();
  place.onpointerenter = () => clearTimeout(timer);
  place.onpointerleave = stay;
  place.onfocus = () => clearTimeout(timer);
  there('[data-verdict-close]', place).onclick = away;
}

function stay() {
  clearTimeout(timer);
  timer = setTimeout(away, STAYS);
}

/** Put it away. */
export function away() {
  clearTimeout(timer);
  const place = slip();
  if (place) place.hidden = true;
}
