// The blank card: kept as it is typed, shown as it will print, limits said where they bite.
// The form works without this script on a page of its own; here it only gets quicker and forgets nothing.

import { whenRefused, whenTaken } from './act.js';
import { listen, signal } from './live.js';
import * as sentences from './sentences.js';
import { words } from './words.js';

const AFTER_KEY = 60; // ms of rest before the printed face is asked for; it is here within 200
const NEAR = 0.85; // of a limit: from here on one is told how much is left

let form = null;
let deckName = '';
let draftName = '';
let pressed = 0;
let asking = null;
let hasBeenTyped = false;

export function start(name) {
  form = document.getElementById('writing');
  if (!form) return;
  deckName = name;
  draftName = nameOf(form.dataset.compose);
  takeUp();
  restore();
  sentences.start(form);
  form.addEventListener('input', onInput);
  form.addEventListener('change', onInput);
  form.addEventListener('click', onClick);
  document.querySelector('[data-blank]')?.addEventListener('click', forget);
  document.addEventListener('click', onWrite);
  addEventListener('hashchange', focusTitle);
  addEventListener('storage', (event) => {
    if (event.key === draftName && !hasBeenTyped) restore();
  });
  whenTaken(({ form: sent, wish }) => {
    if (sent === form) emptied(new URLSearchParams(wish.body));
  });
  whenRefused(({ told, form: sent }) => {
    if (sent === form && told.as) goOnAs(told.as);
    return false;
  });
  listen((what) => {
    if (what.kind === 'shut') keepWhatWasSaid(`carte.draft.${name}.said`);
    if (what.kind === 'after' && what.ids.includes('r-go')) form.classList.remove('is-sent');
  });
  dress();
  if (form.elements.title.value) ask();
  if (location.hash === '#write') focusTitle();
}

// --- drafts -------------------------------------------------------------------------------------------------------

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
  'sort',
];

// What a rule changes at the table has as many fields as the form was drawn with.
function kept() {
  const effects = form.querySelectorAll('[name^="e_"]:not([type="hidden"])');
  return [...KEPT, ...[...effects].map((field) => field.name)];
}

function keep() {
  const draft = {};
  for (const name of kept()) {
    const field = form.elements[name];
    if (!field) continue;
    draft[name] = field.type === 'checkbox' ? field.checked : field.value;
  }
  try {
    localStorage.setItem(draftName, JSON.stringify(draft));
  } catch {
    mark(words('kept-nowhere'));
    return;
  }
  mark(words('kept'));
}

function restore() {
  let draft;
  try {
    draft = JSON.parse(localStorage.getItem(draftName) || 'null');
  } catch {
    draft = null;
  }
  if (!draft) return;
  sentences.rowsFor(form, Object.keys(draft));
  for (const name of kept()) {
    const field = form.elements[name];
    if (!field || !(name in draft)) continue;
    if (field.type === 'checkbox') field.checked = draft[name];
    else field.value = draft[name];
  }
  sentences.refresh();
  dress();
  ask();
}

function nameOf(context) {
  return `carte.draft.${deckName}.${context}`;
}

// What one was rewording was settled meanwhile: a draft of it goes on as what this page is about now.
function takeUp() {
  if (!form.dataset.takesUp) return;
  try {
    const begun = localStorage.getItem(nameOf(form.dataset.takesUp));
    if (begun === null) return;
    localStorage.setItem(draftName, begun);
    localStorage.removeItem(nameOf(form.dataset.takesUp));
  } catch { /* nothing is kept here */ }
}

// The same, told while one writes: the words stay, what they belong to changes.
function goOnAs({ heading, context, hidden }) {
  forget();
  form.dataset.compose = context;
  draftName = nameOf(context);
  for (const input of form.querySelectorAll('[data-subject]')) input.remove();
  for (const [name, value] of Object.entries(hidden)) {
    const input = Object.assign(document.createElement('input'), { type: 'hidden', name, value });
    input.dataset.subject = '';
    form.prepend(input);
  }
  const place = form.closest('.composer');
  place.setAttribute('aria-label', heading);
  place.querySelector('.side-h > :is(h1, h2)').textContent = heading;
  keep();
  ask();
}

// Whoever is shown out takes along what they were about to say as well.
function keepWhatWasSaid(as) {
  const [remark, reason] = ['say-box', 'reason'].map((id) => document.getElementById(id)?.['value'] ?? '');
  if (!remark && !reason) return;
  try {
    localStorage.setItem(as, JSON.stringify({ remark, reason }));
  } catch { /* this browser has no room */ }
}

function forget() {
  try {
    localStorage.removeItem(draftName);
  } catch { /* there was none */ }
}

// A fresh card's: a list shows its first line again, a number what it begins with, words nothing.
function blank(field) {
  if (field.options) {
    return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value ?? '';
  }
  return field.name === 'copies' ? '1' : field.name.startsWith('e_') ? field.defaultValue : '';
}

// What was sent goes; what was typed since the press stays.
function emptied(sent) {
  const isOther = ['title', 'text'].some((name) =>
    form.elements[name].value.replace(/\r?\n/g, '\r\n') !== (sent.get(name) ?? '').replace(/\r?\n/g, '\r\n')
  );
  if (isOther) return;
  forget();
  hasBeenTyped = false;
  // What was written on a page of its own, or changed, lies on the table now: that is where to look.
  if (form.dataset.compose !== 'new' || !document.getElementById('ws')) {
    location.assign(form.dataset.then);
    return;
  }
  for (const name of kept()) {
    const field = form.elements[name];
    if (!field || name === 'kind') continue;
    if (field.type === 'checkbox') field.checked = false;
    else field.value = blank(field);
  }
  for (const note of form.querySelectorAll('.limit')) note.hidden = true;
  for (const opened of form.querySelectorAll('details[open]')) opened.open = false;
  form.scrollTop = 0;
  sentences.refresh();
  sentences.bench(false);
  dress();
  document.getElementById('preview').replaceChildren();
  ask();
  if (matchMedia('(max-width: 62rem)').matches) location.hash = '#main';
}

function mark(told) {
  const note = document.getElementById('kept');
  if (note && note.textContent !== told) note.textContent = told;
}

// --- typing -------------------------------------------------------------------------------------------------------

function onInput(event) {
  hasBeenTyped = true;
  signal('typing');
  if (event.target.closest('[aria-invalid]')) event.target.removeAttribute('aria-invalid');
  measure(event.target);
  dress();
  keep();
  clearTimeout(pressed);
  pressed = setTimeout(ask, AFTER_KEY);
}

// Counted as the server counts: characters, not the halves some of them are stored in.
function measure(field) {
  const limit = limitOf(field);
  if (!limit) return;
  const note = form.querySelector(`[data-wrong="${field.name}"]`) ??
    (['cost', 'gain', 'value', 'stat'].includes(field.name) ? form.querySelector('[data-wrong="corner"]') : null);
  const length = [...field.value].length;
  const left = limit - length;
  const isOver = left < 0;
  if (isOver) field.setAttribute('aria-invalid', 'true');
  if (!note) return;
  note.hidden = length < limit * NEAR || limit < 20 && !isOver;
  note.classList.toggle('is-near', !isOver);
  note.textContent = isOver ? words('too-many', { count: -left, limit }) : words('left-of', { count: left, limit });
}

function limitOf(field) {
  const isRule = kind() === 'rule';
  return Number((isRule && field.dataset.ruleLimit) || field.dataset.limit) || 0;
}

function kind() {
  return form.elements.kind?.value || 'thing';
}

// The type line as it will read, and the pen of its kind.
function dress() {
  const line = {
    thing: words('type-thing'),
    action: words('type-action'),
    rule: words('type-rule'),
    other: form.elements.kind_word?.value || words('type-other'),
  }[kind()];
  const traits = kind() === 'rule' ? '' : form.elements.traits?.value.trim();
  form.querySelector('[data-typeline]').textContent = traits ? words('type-and-traits', { kind: line, traits }) : line;
  form.querySelector('.writing-card').dataset.kind = kind();
}

async function ask() {
  asking?.abort();
  const mine = asking = new AbortController();
  const place = document.getElementById('preview');
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  try {
    const answer = await fetch(form.dataset.preview, {
      method: 'POST',
      body,
      signal: mine.signal,
      credentials: 'same-origin',
      headers: { 'X-Carte': '1' },
    });
    if (!answer.ok) return;
    const html = await answer.text();
    if (mine !== asking) return;
    place.innerHTML = html;
    place.classList.remove('is-late');
  } catch (problem) {
    if (problem.name !== 'AbortError') place.classList.add('is-late'); // the line is down: what was drawn stays
  }
}

// --- marks and symbols --------------------------------------------------------------------------------------------

function onClick(event) {
  const marked = event.target.closest('[data-mark]');
  const symbol = event.target.closest('[data-symbol]');
  const text = form.elements.text;
  if (symbol) {
    insert(text, symbol.dataset.symbol, '');
    symbol.closest('details').open = false;
  } else if (marked?.dataset.mark === '- ') {
    bullet(text);
  } else if (marked) {
    insert(text, marked.dataset.mark, marked.dataset.mark);
  }
}

function insert(text, before, after) {
  const [from, to] = [text.selectionStart, text.selectionEnd];
  const inside = text.value.slice(from, to);
  text.focus();
  text.setRangeText(before + inside + after, from, to, 'end');
  if (after && !inside) text.setSelectionRange(from + before.length, from + before.length);
  text.dispatchEvent(new Event('input', { bubbles: true }));
}

function bullet(text) {
  const start = text.value.lastIndexOf('\n', text.selectionStart - 1) + 1;
  const isBullet = text.value.startsWith('- ', start);
  text.focus();
  text.setRangeText(isBullet ? '' : '- ', start, isBullet ? start + 2 : start, 'end');
  text.dispatchEvent(new Event('input', { bubbles: true }));
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
  if (location.hash === '#write') form.elements.title.focus();
}
