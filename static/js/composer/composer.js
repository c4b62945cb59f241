// The blank card: written on itself, kept as it is typed, shown as it will print, limits said where they bite.
// The form works without this script on a page of its own; here it only gets quicker and forgets nothing.

import { listen } from '../live.js';
import * as sentences from '../sentences.js';
import { forgetTyped, written } from '../writing.js';
import * as about from './about.js';
import * as completion from './completion.js';
import { dress } from './dress.js';
import * as drafts from './drafts.js';
import { isAsSent } from './kept.js';
import * as kinds from './kinds.js';
import { measure } from './limits.js';
import * as look from './look.js';
import * as paper from './paper.js';
import * as preview from './preview.js';
import * as put from './put.js';
import * as room from './room.js';
import * as spread from './spread.js';
import * as thought from './thought.js';
import * as tools from './tools.js';
import * as unfinished from './unfinished.js';

let form = null;
let clean = null; // the blank card of this page

const hasBeenTyped = () => written().size > 0;

/** Take over a form as it stands: somebody may have begun to write in it, and the room have changed (`isOld`). */
export function start(writing, deckName, isOld) {
  form = writing;
  clean = about.blankOf(form);
  preview.start(form, { gone: goneIn, overtaken });
  room.start(form, isOld);
  drafts.start(form, deckName);
  paper.start(form);
  completion.start(form);
  thought.start(form);
  restore();
  sentences.start(form);
  kinds.start(form);
  look.start(form);
  tools.start(form);
  form.addEventListener('input', onInput);
  form.addEventListener('change', onInput);
  // What lies on the server goes with the card, but not what another tab has written there since.
  form.addEventListener('formdata', (event) => event.formData.set('unfinished', String(drafts.on())));
  form.addEventListener('click', onBlank);
  addEventListener('storage', (event) => {
    if (event.key === drafts.name() && !hasBeenTyped()) restore();
  });
  listen((what) => {
    if (what.kind === 'open' && !hasBeenTyped() && drafts.kept()) preview.ask({ isRestored: true });
    if (what.kind === 'after' && what.ids.includes('r-go')) form.classList.remove('is-sent');
  });
  dress(form);
  if (form.elements['title'].value && !drafts.kept()) preview.ask();
  unfinished.start(form, { take: takeUp, blank });
  if (hasBeenTyped()) goOnWriting();
}

/** A press on the button was refused. */
export function refused(told) {
  if (told.as) goOnAs(told.as);
  if (told.code === 'proposal.same') mayBeIn();
}

/** Another card lies here, without leaving the page: the one that the composer `other` is about, of a page that was
fetched. False where this one has no place for it. */
export function turnTo(other) {
  if (!form || !about.canBe(form, other)) return false;
  if (other.dataset.compose === drafts.place()) return true;
  unfinished.now();
  about.become(form, other);
  about.name(form, about.headingOf(other));
  forgetTyped();
  drafts.turn(other.dataset.compose);
  for (const opened of form.querySelectorAll('details[open]')) opened.open = false;
  form.scrollTop = 0;
  look.byHand();
  thought.forget();
  drafts.clear();
  takeUp(about.beginning(other));
  restore();
  unfinished.turn();
  return true;
}

/** The blank card lies here again, if another did. */
export function turnToBlank() {
  return clean !== null && turnTo(clean);
}

// What was begun of the card that lies here is thrown away.
function onBlank(event) {
  if (!event.target.closest?.('[data-blank]')) return;
  unfinished.done();
  drafts.forget();
  if (!clean) return;
  event.preventDefault();
  turnToBlank();
  form.elements['title'].focus({ preventScroll: true });
}

function restore() {
  const draft = drafts.kept();
  if (!draft) return;
  drafts.seen();
  take({ ...draft, ...Object.fromEntries(Object.entries(drafts.written()).filter(([name]) => written().has(name))) });
}

function take(draft) {
  sentences.rowsFor(form, Object.keys(draft));
  drafts.fill(draft);
  sentences.refresh();
  dress(form);
  put.refresh();
  preview.ask({ isRestored: true });
}

// Another card lies here now: what was wrong with the one before is no word about this.
function takeUp(draft) {
  unsay();
  take(draft);
  for (const field of form.querySelectorAll('[data-limit]')) measure(form, field);
}

function unsay() {
  for (const said of document.querySelectorAll('[data-said="writing"]')) said['hidden'] = true;
  for (const note of form.querySelectorAll('.limit')) note.hidden = true;
  for (const field of form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
}

// The answer to a press was lost, and the card is in all the same: nothing of it is left to write.
function goneIn() {
  if (hasBeenTyped()) return;
  unfinished.done();
  drafts.forget();
  if (form.dataset.compose === 'new') fresh();
}

// The same is before everybody: where one put it there oneself, the answer to that press was lost.
function mayBeIn() {
  forgetTyped();
  preview.ask({ isRestored: true });
}

// What lay here is no more to be written: a new card is blank, another is as it stands.
function blank() {
  forgetTyped();
  if (form.dataset.compose === 'new') fresh();
  else if (!turnToBlank()) location.reload();
}

function onInput(event) {
  if (event.target.closest('[aria-invalid]')) event.target.removeAttribute('aria-invalid');
  measure(form, event.target);
  goOnWriting();
}

function goOnWriting() {
  dress(form);
  put.refresh();
  drafts.keep();
  unfinished.soon();
  preview.soon();
}

// Said where a refusal would be said, and before one presses.
function overtaken(told) {
  const said = /** @type {HTMLElement} */ (document.querySelector('[data-said="writing"]'));
  said.textContent = told.words;
  said.hidden = false;
  goOnAs(told.as);
}

// What one was rewording was settled while one wrote: the words stay, what they belong to changes.
function goOnAs({ heading, context, hidden }) {
  unfinished.done();
  drafts.forget();
  drafts.become(context);
  for (const input of form.querySelectorAll('[data-subject]')) input.remove();
  for (const [name, value] of Object.entries(hidden)) {
    const input = Object.assign(document.createElement('input'), { type: 'hidden', name, value });
    input.dataset.subject = '';
    form.prepend(input);
  }
  about.name(form, heading);
  drafts.keep();
  unfinished.soon();
  preview.ask();
}

/** What was sent goes; what was typed since the press stays. */
export function taken(sent) {
  if (!isAsSent(form, sent)) return;
  unfinished.done();
  drafts.forget();
  forgetTyped();
  // What was written on a page of its own, or changed, lies on the table now: that is where to look.
  if (!clean || !document.querySelector('#ws, #table')) {
    location.assign(form.dataset.then);
    return;
  }
  if (form.dataset.compose === 'new') fresh();
  else turnToBlank();
  look.byHand();
  spread.away();
}

function fresh() {
  drafts.clear();
  unsay();
  for (const opened of form.querySelectorAll('details[open]')) opened.open = false;
  form.scrollTop = 0;
  sentences.refresh();
  sentences.bench(false);
  dress(form);
  put.refresh();
  thought.forget();
  preview.clear();
}
