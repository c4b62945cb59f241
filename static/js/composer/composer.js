// The blank card: written on itself, kept as it is typed, shown as it will print, limits said where they bite.
// The form works without this script on a page of its own; here it only gets quicker and forgets nothing.

import { whenRefused, whenTaken } from '../act.js';
import { listen, signal } from '../live.js';
import * as sentences from '../sentences.js';
import { dress } from './dress.js';
import * as drafts from './drafts.js';
import * as kinds from './kinds.js';
import { measure } from './limits.js';
import * as look from './look.js';
import * as preview from './preview.js';
import * as spread from './spread.js';
import * as tools from './tools.js';

let form = null;
let hasBeenTyped = false;

export function start(deckName) {
  form = /** @type {HTMLFormElement | null} */ (document.getElementById('writing'));
  if (!form) return;
  preview.start(form);
  drafts.start(form, deckName);
  drafts.takeUp();
  restore();
  sentences.start(form);
  kinds.start(form);
  look.start(form);
  tools.start(form);
  spread.start(form);
  form.addEventListener('input', onInput);
  form.addEventListener('change', onInput);
  document.querySelector('[data-blank]')?.addEventListener('click', drafts.forget);
  document.addEventListener('click', onWrite);
  addEventListener('hashchange', focusTitle);
  addEventListener('storage', (event) => {
    if (event.key === drafts.name() && !hasBeenTyped) restore();
  });
  whenTaken(({ form: sent, wish }) => {
    if (sent === form) emptied(new URLSearchParams(wish.body));
  });
  whenRefused(({ told, form: sent }) => {
    if (sent === form && told.as) goOnAs(told.as);
    return false;
  });
  listen((what) => {
    if (what.kind === 'shut') drafts.keepWhatWasSaid(`carte.draft.${deckName}.said`);
    if (what.kind === 'after' && what.ids.includes('r-go')) form.classList.remove('is-sent');
  });
  dress(form);
  if (form.elements['title'].value) preview.ask();
  if (location.hash === '#write') focusTitle();
}

function restore() {
  const draft = drafts.kept();
  if (!draft) return;
  sentences.rowsFor(form, Object.keys(draft));
  drafts.fill(draft);
  sentences.refresh();
  dress(form);
  preview.ask();
}

function onInput(event) {
  hasBeenTyped = true;
  signal('typing');
  if (event.target.closest('[aria-invalid]')) event.target.removeAttribute('aria-invalid');
  measure(form, event.target);
  dress(form);
  drafts.keep();
  preview.soon();
}

// What one was rewording was settled while one wrote: the words stay, what they belong to changes.
function goOnAs({ heading, context, hidden }) {
  drafts.forget();
  drafts.become(context);
  for (const input of form.querySelectorAll('[data-subject]')) input.remove();
  for (const [name, value] of Object.entries(hidden)) {
    const input = Object.assign(document.createElement('input'), { type: 'hidden', name, value });
    input.dataset.subject = '';
    form.prepend(input);
  }
  const place = form.closest('.composer');
  place.setAttribute('aria-label', heading);
  place.querySelector('.side-h > :is(h1, h2)').textContent = heading;
  drafts.keep();
  preview.ask();
}

// What was sent goes; what was typed since the press stays.
function emptied(sent) {
  const isOther = ['title', 'text'].some((name) =>
    form.elements[name].value.replace(/\r?\n/g, '\r\n') !== (sent.get(name) ?? '').replace(/\r?\n/g, '\r\n')
  );
  if (isOther) return;
  drafts.forget();
  hasBeenTyped = false;
  // What was written on a page of its own, or changed, lies on the table now: that is where to look.
  if (form.dataset.compose !== 'new' || !document.getElementById('ws')) {
    location.assign(form.dataset.then);
    return;
  }
  drafts.clear();
  for (const note of form.querySelectorAll('.limit')) note.hidden = true;
  for (const opened of form.querySelectorAll('details[open]')) opened.open = false;
  form.scrollTop = 0;
  sentences.refresh();
  sentences.bench(false);
  dress(form);
  preview.clear();
  look.byHand();
  spread.away();
}

// --- taking a blank card ------------------------------------------------------------------------------------------

function onWrite(event) {
  const link = event.target.closest?.('[data-write]');
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  if (location.hash === '#write') focusTitle();
  else location.hash = '#write';
}

function focusTitle() {
  if (location.hash === '#write') form.elements['title'].focus();
}
