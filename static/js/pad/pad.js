// The doodle pad on a card that is written or drawn on: templates/cards/_pad.html has its parts, the form's fields what is
// drawn. A page has one in its composer, and another where somebody draws on the card on the mat.

import { words } from '../words.js';
import { Drawing } from './drawing.js';
import * as grip from './grip.js';
import { Hand } from './hand.js';
import { Paper } from './paper.js';
import { Tools } from './tools.js';

const NEAR = 0.9; // of a limit, from where on it is told

/** The pad of one form. */
export class Pad {
  #form;
  #pad;
  #paper;
  #hand;

  constructor(form) {
    this.#form = form;
    form.classList.add('has-pad');
    const pad = this.#pad = form.querySelector('[data-paper]');
    this.#paper = new Paper(pad);
    pad.querySelector('.pad-still')?.remove(); // what is drawn is on the paper now, and that can be rubbed
    const drawing = this.drawing = new Drawing(form);
    drawing.whenChanged((now) => this.#show(now));
    drawing.load();
    const handle = form.querySelector('.padgrip'); // none where the height is settled
    if (handle) grip.start(handle, pad, drawing);
    const tools = new Tools(form, {
      undo: () => drawing.undo(),
      redo: () => drawing.redo(),
      closer: () => this.#closer(),
    });
    const refuse = (limit) => this.#tell(words(limit));
    this.#hand = new Hand(pad, { drawing, paper: this.#paper, inHand: () => tools.inHand, refuse });
    form.elements.art_words.addEventListener('input', () => this.#name());
  }

  focus() {
    this.#pad.focus({ preventScroll: true });
    this.#pad.scrollIntoView({ block: 'nearest' });
  }

  get isDrawing() {
    return this.#hand.isDrawing;
  }

  #closer() {
    const paper = this.#paper;
    paper.look(paper.zoom >= 3 ? 1 : Math.floor(paper.zoom) + 1);
    this.#form.querySelector('[data-pad="closer"]').setAttribute('aria-pressed', String(paper.zoom > 1));
    paper.paint(this.drawing.strokes);
  }

  #show({ strokes }) {
    const { lines, limit, mayUndo } = this.drawing;
    if (this.#pad.dataset.lines !== String(lines)) this.#rise(lines);
    this.#pad.classList.toggle('is-empty', !strokes.length);
    this.#paper.measure(lines, strokes);
    this.#paper.paint(strokes);
    const handle = this.#form.querySelector('.padgrip');
    if (handle) grip.show(handle, lines, words(lines === 1 ? 'pad-one-line' : 'pad-lines', { count: lines }));
    this.#form.querySelector('[data-pad="undo"]').setAttribute('aria-disabled', String(!mayUndo));
    this.#tell(strokes.length > limit * NEAR ? words('pad-near', { count: strokes.length, limit }) : '');
    this.#name();
  }

  // As high as asked for at once; with what it prints like the card says how many lines the words leave.
  #rise(lines) {
    this.#pad.dataset.lines = String(lines);
    this.#pad.closest('.cf').dataset.rows = String(lines);
  }

  #name() {
    const drawn = words(this.drawing.strokes.length ? 'pad-drawn' : 'pad-empty');
    const shown = this.#form.elements.art_words.value.trim() || drawn;
    this.#pad.querySelector('.pad-ink').setAttribute('aria-label', words('pad-name', { shown }));
  }

  #tell(said) {
    const note = this.#form.querySelector('[data-pad-note]');
    if (note.textContent !== said) note.textContent = said;
    note.hidden = !said;
  }
}
