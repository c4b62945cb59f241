// What a Special Rule changes at the table: sentences are taken from a list or found by typing, their gaps filled in.
// Each is a row of the form that is there already, with a box that says it is taken; without this script one ticks it.

import { desk } from './glass.js';
import { words } from './words.js';

let form = null;

export function start(writing) {
  form = writing;
  if (!form.querySelector('[data-taken]')) return;
  for (const part of [form, phrasebook()]) part.addEventListener('click', onClick);
  form.addEventListener('change', onChange);
  const find = form.querySelector('#find-sentence');
  find.addEventListener('input', search);
  find.addEventListener('keydown', onFindKey);
  find.addEventListener('blur', () => shut());
  document.addEventListener('click', onOutside);
  desk.addEventListener('change', () => {
    phrasebook().close();
    lay();
  });
  refresh();
  if (isRule() && (form.dataset.compose !== 'new' || location.hash === '#write')) bench(true);
}

const list = () => form.querySelector('[data-taken]');
const phrasebook = () => /** @type {HTMLDialogElement} */ (document.getElementById('phrasebook'));
const lines = () => [...phrasebook().querySelectorAll('[data-take]')];
const rowsOf = (sentence) => [...list().querySelectorAll(`[data-sentence="${sentence}"]`)];
const box = (row) => row.querySelector('.taken-in input');
const gaps = (row) => [...row.querySelectorAll('[data-fresh]')];
const isRule = () => form.elements.kind?.value === 'rule';

/** Which sentences are in, said in the list. */
export function refresh() {
  if (!form?.querySelector('[data-taken]')) return;
  for (const line of lines()) {
    line.toggleAttribute(
      'data-in',
      rowsOf(line.dataset.take).some((row) => box(row).checked),
    );
  }
}

/** As many rows as these fields of a draft are about. */
export function rowsFor(writing, names) {
  form = writing;
  for (const name of names) {
    const [, sentence, row] = /^e_([a-z_]+)-(\d+)-in$/.exec(name) ?? [];
    while (sentence && rowsOf(sentence).length && rowsOf(sentence).length <= Number(row)) {
      if (!spare(sentence)) break;
    }
  }
}

/** The bench takes the whole of the workshop, and what lies on the mat is one strip. */
export function bench(isOpen) {
  const ws = document.getElementById('ws');
  if (!ws || ws.classList.contains('has-bench') === isOpen) return;
  ws.classList.toggle('has-bench', isOpen);
  lay();
}

// The form lies on the mat where there is a bench: on a phone it stays paper. What is asked is the page's heading then.
function lay() {
  const isLaid = Boolean(document.querySelector('.ws.has-bench')) && desk.matches;
  form.classList.toggle('mat', isLaid);
  const heading = form.querySelector('#sentences-h');
  if (isLaid) heading.setAttribute('aria-level', '1');
  else heading.removeAttribute('aria-level');
}

function onOutside(event) {
  if (event.target.closest?.('[data-off-bench]')) bench(false);
}

function onChange(event) {
  if (event.target.name === 'kind') bench(isRule());
  if (event.target.closest('.taken-in')) refresh();
}

function onClick(event) {
  const [taking, out, step] = ['[data-take]', '[data-take-out]', '[data-step]'].map((one) => event.target.closest(one));
  if (taking) take(taking);
  else if (out) takeOut(out.closest('.taken-row'));
  else if (step) count(step);
  else if (event.target.closest('[data-all-sentences]')) {
    if (isRule() && document.getElementById('ws') && desk.matches) bench(true);
    else phrasebook().showModal();
  } else if (event.target.closest('[data-close-sentences]')) phrasebook().close();
}

// A sentence that is in already, and may not be said twice, is gone to.
function take(line) {
  const sentence = line.dataset.take;
  const rows = rowsOf(sentence);
  let row = rows.find((one) => box(one).checked);
  if (!row || line.hasAttribute('data-repeats')) {
    row = rows.find((one) => !box(one).checked) ?? row;
    if (row.hasAttribute('data-way')) {
      for (const other of list().querySelectorAll('[data-way]')) box(other).checked = false;
    }
    box(row).checked = true;
    list().append(row);
    if (line.hasAttribute('data-repeats')) spare(sentence);
    tell();
  }
  phrasebook().close();
  (gaps(row)[0] ?? row.querySelector('[data-take-out]')).focus();
}

function takeOut(row) {
  const next = [row.nextElementSibling, row.previousElementSibling].find((one) => one && box(one).checked);
  box(row).checked = false;
  tell();
  (next?.querySelector('[data-take-out]') ?? form.querySelector('#find-sentence')).focus();
}

// One that is not taken yet, so that the sentence can be said once more.
function spare(sentence) {
  const rows = rowsOf(sentence);
  const counted = form.elements[`e_${sentence}-count`];
  if (!counted || rows.length >= Number(list().dataset.rowsLimit)) return false;
  const row = /** @type {HTMLElement} */ (rows[0].cloneNode(true));
  const [n, from] = [rows.length, /-(\d+)-in$/.exec(box(rows[0]).name)?.[1] ?? ''];
  const own = (name) => name.replace(`e_${sentence}-${from}-`, `e_${sentence}-${n}-`);
  for (const hidden of row.querySelectorAll('[type="hidden"]')) hidden.remove();
  for (const note of row.querySelectorAll('[data-wrong]')) {
    Object.assign(note, { id: own(note.id), hidden: true, textContent: '' }).dataset.wrong = own(note.dataset.wrong);
  }
  box(row).checked = box(row).defaultChecked = false;
  box(row).name = own(box(row).name);
  for (const gap of gaps(row)) {
    gap.name = own(gap.name);
    gap.setAttribute('aria-describedby', own(gap.getAttribute('aria-describedby')));
    gap.removeAttribute('aria-invalid');
    gap.value = gap.dataset.fresh;
    if (!gap.options) gap.defaultValue = gap.dataset.fresh;
  }
  list().append(row);
  counted.value = String(n + 1);
  return true;
}

function count(button) {
  const field = button.parentElement.querySelector('input');
  const [least, most] = [Number(field.dataset.least), Number(field.dataset.most)];
  const now = Number.parseInt(field.value.replace('−', '-'), 10);
  const start = Number.isNaN(now) ? Number(field.dataset.fresh) || 0 : now + Number(button.dataset.step);
  field.value = String(Math.min(most, Math.max(least, start)));
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

// As if it had been typed: kept, and the printed face asked for.
function tell() {
  refresh();
  list().dispatchEvent(new Event('change', { bubbles: true }));
}

// --- finding one by typing ------------------------------------------------------------------------------------------

const options = () => [...form.querySelectorAll('#found-sentences [role="option"]')];

function search() {
  const find = form.querySelector('#find-sentence');
  const typed = find.value.trim().toLowerCase().split(/\s+/);
  const found = lines().filter((line) => typed.every((word) => line.dataset.finds?.toLowerCase().includes(word)));
  const place = form.querySelector('#found-sentences');
  place.replaceChildren(...found.map((line, n) => option(line, n)));
  if (!found.length) place.append(Object.assign(document.createElement('li'), { textContent: words('none-found') }));
  open(true);
  choose(0);
}

function option(line, n) {
  const one = document.createElement('li');
  one.id = `found-${n}`;
  one.setAttribute('role', 'option');
  one.dataset.finding = line.dataset.take;
  one.append(line.querySelector('.phrase').cloneNode(true));
  if (line.hasAttribute('data-in')) one.append(line.querySelector('.phrase-in').cloneNode(true));
  one.addEventListener('pointerdown', (event) => event.preventDefault()); // the focus stays where one types
  one.addEventListener('click', () => pick(one));
  return one;
}

function open(isOpen) {
  form.querySelector('#found-sentences').hidden = !isOpen;
  form.querySelector('#find-sentence').setAttribute('aria-expanded', String(isOpen));
}

function choose(at) {
  const every = options();
  for (const [n, one] of every.entries()) one.setAttribute('aria-selected', String(n === at));
  every[at]?.scrollIntoView({ block: 'nearest' });
  const find = form.querySelector('#find-sentence');
  if (every[at]) find.setAttribute('aria-activedescendant', every[at].id);
  else find.removeAttribute('aria-activedescendant');
}

function shut() {
  open(false);
  form.querySelector('#find-sentence').removeAttribute('aria-activedescendant');
}

function pick(one) {
  form.querySelector('#find-sentence').value = '';
  shut();
  take(lines().find((line) => line.dataset.take === one.dataset.finding));
}

function onFindKey(event) {
  const every = options();
  const at = every.findIndex((one) => one.getAttribute('aria-selected') === 'true');
  const isOpen = !form.querySelector('#found-sentences').hidden;
  if (event.key === 'Enter') event.preventDefault(); // never the whole card
  if (!isOpen && event.key === 'ArrowDown') search();
  else if (isOpen && event.key === 'ArrowDown') choose((at + 1) % every.length);
  else if (isOpen && event.key === 'ArrowUp') choose((at - 1 + every.length) % every.length);
  else if (isOpen && event.key === 'Enter' && every[at]) pick(every[at]);
  else if (isOpen && event.key === 'Escape') {
    event.stopPropagation();
    shut();
    return;
  } else return;
  event.preventDefault();
}
