// How much of a limit is left, said beside the field once it comes near.

import { words } from '../words.js';
import { kind } from './dress.js';

const NEAR = 0.85; // of a limit: from here on one is told how much is left
const CORNERS = ['cost', 'gain', 'value', 'stat'];

/** Counted as the server counts: characters, not the halves some of them are stored in. */
export function measure(form, field) {
  const limit = limitOf(form, field);
  if (!limit) return;
  const note = form.querySelector(`[data-wrong="${CORNERS.includes(field.name) ? 'corner' : field.name}"]`);
  const length = [...field.value].length;
  const left = limit - length;
  const isOver = left < 0;
  if (isOver) field.setAttribute('aria-invalid', 'true');
  if (!note) return;
  note.hidden = length < limit * NEAR || limit < 20 && !isOver;
  note.classList.toggle('is-near', !isOver);
  note.textContent = isOver ? words('too-many', { count: -left, limit }) : words('left-of', { count: left, limit });
}

function limitOf(form, field) {
  return Number((kind(form) === 'rule' && field.dataset.ruleLimit) || field.dataset.limit) || 0;
}
