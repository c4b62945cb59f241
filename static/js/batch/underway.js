// Marks that are on their way. Each is shown as it was given until the list has been drawn with its answer: a frame that
// something else brought says nothing about it.

import { command, whenRefused, whenTaken } from '../act.js';
import { drawnAt, resync } from '../live.js';

const given = new Map(); // by place: {mark, unanswered, v, isSought}, v being the version at which the list has it
let drawn = 0; // the version of the list that stands there

/** `changed()` is told when a mark is no longer on its way. */
export function start(changed) {
  whenTaken(({ answer, wish }) => taken(wish, Number(answer.headers.get('X-Stream-Version'))).then(changed));
  whenRefused(({ wish }) => {
    const [, place] = markIn(wish);
    if (answered(place)) given.delete(place);
    changed();
  });
}

export function send(address, place, mark) {
  const unanswered = (given.get(place)?.unanswered ?? 0) + 1;
  given.set(place, { mark, unanswered, v: 0, isSought: false });
  command(address, { mark: `${mark}.${place}` });
}

/** The mark that is on its way for this place. */
export function markFor(place) {
  return given.get(place)?.mark;
}

/** The list was drawn anew: what it knows by now is no longer on its way. */
export function listed() {
  drawn = drawnAt();
  for (const [place, { mark, unanswered, v, isSought }] of [...given]) {
    if (!unanswered && (says(place, mark) || v <= drawn && !isSought)) given.delete(place);
  }
}

// Of several for one place the last counts. Whoever changes their mind makes no news, so that no frame comes: the list is
// asked for, a second time where it was on its way already.
async function taken(wish, v) {
  const [mark, place] = markIn(wish);
  if (!place) return;
  const one = answered(place);
  if (one) Object.assign(one, { v, isSought: true });
  if (!says(place, mark) && v <= drawnAt()) {
    await resync();
    if (!says(place, mark)) await resync();
  }
  if (!one) return;
  one.isSought = false;
  if (says(place, mark) && given.get(place) === one) given.delete(place);
}

// The mark that waits for no other answer now.
function answered(place) {
  const one = given.get(place);
  if (one) one.unanswered = Math.max(0, one.unanswered - 1);
  return one?.unanswered === 0 ? one : null;
}

const says = (place, mark) => document.getElementById(`mk-${place}`)?.dataset.mark === mark;

function markIn(wish) {
  const [mark, place] = new URLSearchParams(wish.body).get('mark')?.split('.') ?? [];
  return [mark, Number(place)];
}
