// What is drawn, and what was drawn before: strokes and the height of the paper, held by the form's own fields.

import { numbers, read, write } from './strokes.js';

const STEPS = 200; // that can be undone

let field = null;
let height = null;
let now = { strokes: [], lines: '' };
let before = [];
let after = [];
let own = false;
const told = [];

/** The fields `doodle` and `art_lines` of a form. */
export function start(form) {
  field = form.elements.doodle;
  height = form.elements.art_lines;
  for (const one of [field, height]) one.addEventListener('carte:filled', load);
  height.addEventListener('input', () => own || become({ ...now, lines: height.value }));
  load();
}

/** Asked after every change, whoever made it. */
export function whenChanged(ask) {
  told.push(ask);
}

// The fields were filled from elsewhere: a draft, a cleared card.
function load() {
  now = { strokes: read(field.value), lines: height.value };
  [before, after] = [[], []];
  for (const ask of told) ask(now);
}

export function strokes() {
  return now.strokes;
}

/** The height in lines, 0 to 6; what the card would give it where nothing was said. */
export function lines() {
  return now.lines === '' ? (now.strokes.length ? 5 : 4) : Number(now.lines);
}

export function mayUndo() {
  return before.length > 0;
}

/** What is said of the limit that these strokes would pass, by name; "" for none. */
export function passed(strokes) {
  if (strokes.length > Number(field.dataset.strokes)) return 'pad-full-strokes';
  return numbers(strokes) > Number(field.dataset.numbers) ? 'pad-full-points' : '';
}

/** New strokes, as one step; false where they pass a limit. */
export function draw(strokes) {
  if (passed(strokes) && strokes.length >= now.strokes.length) return false;
  const isFirst = !now.strokes.length && now.lines === '';
  become({ strokes, lines: isFirst ? String(lines()) : now.lines });
  return true;
}

export function stand(lines) {
  if (String(lines) !== now.lines) become({ ...now, lines: String(lines) });
}

function become(next) {
  before.push(now);
  if (before.length > STEPS) before.shift();
  after = [];
  show(next);
}

export function undo() {
  if (!before.length) return;
  after.push(now);
  show(before.pop());
}

export function redo() {
  if (!after.length) return;
  before.push(now);
  show(after.pop());
}

function show(next) {
  const isDrawn = next.strokes !== now.strokes;
  now = next;
  height.value = now.lines;
  if (isDrawn) field.value = write(now.strokes);
  own = true;
  (isDrawn ? field : height).dispatchEvent(new Event('input', { bubbles: true }));
  own = false;
  for (const ask of told) ask(now);
}
