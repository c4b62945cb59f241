// The doodle pad on the card that is written: templates/cards/_pad.html has its parts, the form's fields what is drawn.

import { words } from '../words.js';
import * as drawing from './drawing.js';
import * as grip from './grip.js';
import * as hand from './hand.js';
import * as paper from './paper.js';
import * as tools from './tools.js';

const NEAR = 0.9; // of a limit, from where on it is told

let form = null;
let pad = null;
let paint = null;

const field = document.querySelector('input[name="doodle"]');
if (field instanceof HTMLInputElement && field.form?.querySelector('[data-paper]')) start(field.form);

function start(writing) {
  form = writing;
  pad = form.querySelector('[data-paper]');
  paint = paper.start(pad);
  pad.querySelector('.pad-still')?.remove(); // what is drawn is on the paper now, and that can be rubbed
  drawing.whenChanged(show);
  drawing.start(form);
  hand.start(pad, tools.inHand, (limit) => tell(words(limit)));
  const handle = form.querySelector('.padgrip'); // none where the height is settled
  if (handle) grip.start(handle, pad);
  tools.start(form, { undo: drawing.undo, redo: drawing.redo, closer });
  form.elements.art_words.addEventListener('input', name);
}

function closer() {
  paper.look(paper.zoom() >= 3 ? 1 : Math.floor(paper.zoom()) + 1);
  const button = form.querySelector('[data-pad="closer"]');
  button.setAttribute('aria-pressed', String(paper.zoom() > 1));
  paint(drawing.strokes());
}

function show({ strokes }) {
  const lines = drawing.lines();
  if (pad.dataset.lines !== String(lines)) rise(lines);
  pad.classList.toggle('is-empty', !strokes.length);
  paper.measure(lines, strokes);
  paint(strokes);
  const handle = form.querySelector('.padgrip');
  if (handle) grip.show(handle, lines, words(lines === 1 ? 'pad-one-line' : 'pad-lines', { count: lines }));
  form.querySelector('[data-pad="undo"]').setAttribute('aria-disabled', String(!drawing.mayUndo()));
  const limit = Number(field['dataset'].strokes);
  tell(strokes.length > limit * NEAR ? words('pad-near', { count: strokes.length, limit }) : '');
  name();
}

// As high as asked for at once; with what it prints like the card says how many lines the words leave.
function rise(lines) {
  pad.dataset.lines = String(lines);
  pad.closest('.cf').dataset.rows = String(lines);
}

function name() {
  const shown = form.elements.art_words.value.trim() || words(drawing.strokes().length ? 'pad-drawn' : 'pad-empty');
  pad.querySelector('.pad-ink').setAttribute('aria-label', words('pad-name', { shown }));
}

function tell(said) {
  const note = form.querySelector('[data-pad-note]');
  if (note.textContent !== said) note.textContent = said;
  note.hidden = !said;
}
