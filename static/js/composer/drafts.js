// The card that is being written is kept on this device, by deck and by what it is about; where this browser keeps nothing,
// by this page, until the server has it.

import { words } from '../words.js';
import { draftOf, nameOf, ON, OWED, takeUp } from './kept.js';

// Fields by name; the gap a card is written for is the deck's to know, and is not among them. A script that fills a hidden one fires "input" on it, and it is kept like any other.
const KEPT = [
  'title',
  'text',
  'flavour',
  'kind',
  'kind_word',
  'traits',
  'cost',
  'gain',
  'value',
  'stat',
  'colour',
  'copies',
  'side',
  'sort',
  'doodle',
  'art_words',
  'art_lines',
  'picture',
  'picture_size',
  'picture_crop',
  'picture_credit',
  'picture_licence',
];

let form = null;
let deckName = '';
let draftName = '';
let standsOn = 0;
let own = ''; // the words that this tab kept last, or found; "" once they went
let owes = false; // written on since the server had them
let held = ''; // what the browser had no room for

export function start(writing, deck) {
  form = writing;
  deckName = deck;
  draftName = nameOf(deckName, form.dataset.compose);
  seen(0);
  markKept();
}

/** What it is about, as the server calls it. */
export function place() {
  return form.dataset.compose;
}

/** Where it lies in the browser's store. */
export function name() {
  return draftName;
}

// What a rule changes at the table has as many fields as the form was drawn with.
function fields() {
  const effects = form.querySelectorAll('[name^="e_"]:not([type="hidden"])');
  return [...KEPT, ...[...effects].map((field) => field.name)]
    .map((called) => [called, form.elements[called]]).filter(([, field]) => field);
}

/** The fields as they stand. */
export function written() {
  const draft = {};
  for (const [called, field] of fields()) draft[called] = field.type === 'checkbox' ? field.checked : field.value;
  return draft;
}

/** Keep them here, as written on version `on` of what lies on the server; `isOwed` until that has them too. */
export function keep({ on: version = on(), isOwed: owed = true } = {}) {
  standsOn = version;
  owes = owed;
  put(written());
  own = wordsOf(kept());
  if (navigator.onLine === false) markHere();
  else mark(held && owed ? '' : words('kept'));
}

/** The server has them as its version `version`. Where another tab of this browser wrote at the same place meanwhile,
its words stay here: they are owed too. */
export function sent(version, owed) {
  const isHere = wordsOf(kept()) === own;
  standsOn = version;
  owes = owed;
  if (isHere) put(kept());
}

function put(fields) {
  const draft = JSON.stringify({ ...fields, [ON]: standsOn, [OWED]: owes });
  try {
    localStorage.setItem(draftName, draft);
    held = '';
  } catch {
    held = draft;
  }
}

/** Whether this browser has no room for it, so that it is kept once the server has it. */
export function isHomeless() {
  return held !== '';
}

/** Say that it lies on this device alone; or that nothing keeps it. */
export function markHere(why = '') {
  mark(`${words(held ? 'kept-nowhere' : 'kept-here')}${why && `. ${why}`}`);
}

// What is said, without where it stands.
function wordsOf(draft) {
  return draft === null ? '' : JSON.stringify({ ...draft, [ON]: 0, [OWED]: false });
}

/** The version on the server that this page has seen; 0 for none. */
export function on() {
  return standsOn;
}

/** What lies here is what this tab goes on from, whoever wrote it. */
export function seen(version = standsOn) {
  const draft = kept();
  standsOn = draft?.[ON] ?? version;
  own = wordsOf(draft);
  owes = draft?.[OWED] ?? true;
}

/** Whether this tab has words here: what only another tab of this browser wrote is for that one to send. */
export function isHeld() {
  return own !== '';
}

/** Whether this tab has written something that the server does not have. */
export function isOwed() {
  return isHeld() && owes;
}

/** What lies here; null for nothing. */
export function kept() {
  return held ? JSON.parse(held) : draftOf(draftName);
}

export function fill(draft) {
  for (const [called, field] of fields()) {
    if (!(called in draft)) continue;
    if (field.type === 'checkbox') field.checked = draft[called];
    else field.value = draft[called];
    tell(field);
  }
}

/** A fresh card: nothing is written, and what is chosen is what it begins with: it is a Thing. */
export function clear() {
  for (const [called, field] of fields()) {
    if (field.type === 'checkbox') field.checked = false;
    else field.value = blank(field);
    tell(field);
  }
}

// What draws itself from a field (a drawing, a picture) is told that it holds something else now.
function tell(field) {
  if (field instanceof Element) field.dispatchEvent(new CustomEvent('carte:filled', { bubbles: true }));
}

function blank(field) {
  if (field instanceof RadioNodeList) return 'thing';
  if (field.options) {
    return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value ?? '';
  }
  return field.name === 'copies' ? '1' : field.name.startsWith('e_') ? field.defaultValue : '';
}

/** What this tab wrote goes; what another tab of this browser wrote at the same place stays. */
export function forget() {
  standsOn = 0;
  held = '';
  try {
    if (isHeld() && wordsOf(kept()) === own) localStorage.removeItem(draftName);
  } catch { /* there was none */ }
  own = '';
  markKept();
}

/** From now on it is kept under this context. */
export function become(context) {
  form.dataset.compose = context;
  draftName = nameOf(deckName, context);
  standsOn = 0;
  held = '';
}

/** Another card lies here, with a draft of its own. */
export function turn(context) {
  become(context);
  takeUp(deckName, form);
  seen(0);
  markKept();
}

// Of a card on which nothing stands nothing is said.
function markKept() {
  mark(isHeld() ? words('kept') : '');
}

/** Say where it lies. */
export function mark(told) {
  const note = document.getElementById('kept');
  if (note && note.textContent !== told) note.textContent = told;
}
