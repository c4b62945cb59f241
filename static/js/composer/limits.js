// How much of a limit is left, said beside the field once it comes near.

import { words } from '../words.js';
import { kind } from './dress.js';

const NEAR = 0.85; // of a limit: from here on one is told how much is left
const CORNERS = ['cost', 'gain', 'value', 'stat'];
const MARK = /\{[^\s{}*\\](?:[^{}*\\]*?[^\s{}*\\])??(?: (\d{1,3}))?\}/g; // as cards/rules/limits.py has it

/** Counted as the server counts: characters, not the halves some of them are stored in. */
export function measure(form, field) {
  const limit = limitOf(form, field);
  if (!limit) return;
  const isCorner = CORNERS.includes(field.name);
  if (lengthOf(field) > limit) field.setAttribute('aria-invalid', 'true');
  const note = form.querySelector(`[data-wrong="${isCorner ? 'corner' : field.name}"]`);
  if (!note) return;
  // The corners have one note: it is about the fullest of them.
  const length = Math.max(...(isCorner ? CORNERS.map((name) => form.elements[name]) : [field]).map(lengthOf));
  const left = limit - length;
  const isOver = left < 0;
  note.hidden = length < limit * NEAR || limit < 20 && !isOver;
  note.classList.toggle('is-near', !isOver);
  note.textContent = isOver ? words('too-many', { count: -left, limit }) : words('left-of', { count: left, limit });
}

// In a corner a mark is as long as one sees it: one, and the number behind it its digits.
function lengthOf(field) {
  const written = field?.value ?? '';
  return [...CORNERS.includes(field?.name) ? written.replace(MARK, '◎$1') : written].length;
}

function limitOf(form, field) {
  return Number((kind(form) === 'rule' && field.dataset.ruleLimit) || field.dataset.limit) || 0;
}
