// What is drawn, and what was drawn before: strokes and the height of the paper, held by a form's own fields.

import { numbers, read, write } from './strokes.js';

const STEPS = 200; // that can be undone

/** @typedef {{ strokes: import('./strokes.js').Stroke[], lines: string }} Drawn */

/** The fields `doodle` and `art_lines` of a form. */
export class Drawing {
  #field;
  #height;
  /** @type {Drawn} */
  #now = { strokes: [], lines: '' };
  /** @type {Drawn[]} */
  #before = [];
  /** @type {Drawn[]} */
  #after = [];
  #own = false;
  #told = [];

  constructor(form) {
    this.#field = form.elements.doodle;
    this.#height = form.elements.art_lines;
    for (const one of [this.#field, this.#height]) one.addEventListener('carte:filled', () => this.load());
    this.#height.addEventListener(
      'input',
      () => this.#own || this.#become({ ...this.#now, lines: this.#height.value }),
    );
  }

  /** Asked after every change, whoever made it. */
  whenChanged(ask) {
    this.#told.push(ask);
  }

  /** The fields were filled from elsewhere: a draft, a cleared card. */
  load() {
    this.#now = { strokes: read(this.#field.value), lines: this.#height.value };
    [this.#before, this.#after] = [[], []];
    for (const ask of this.#told) ask(this.#now);
  }

  get strokes() {
    return this.#now.strokes;
  }

  /** The height in lines, 0 to 6; what the card would give it where nothing was said. */
  get lines() {
    return this.#now.lines === '' ? (this.#now.strokes.length ? 5 : 4) : Number(this.#now.lines);
  }

  get mayUndo() {
    return this.#before.length > 0;
  }

  /** How many strokes there may be. */
  get limit() {
    return Number(this.#field.dataset.strokes);
  }

  /** What is said of the limit that these strokes would pass, by name; "" for none. */
  passed(strokes) {
    if (strokes.length > this.limit) return 'pad-full-strokes';
    return numbers(strokes) > Number(this.#field.dataset.numbers) ? 'pad-full-points' : '';
  }

  /** New strokes, as one step; false where they pass a limit. */
  draw(strokes) {
    if (this.passed(strokes) && strokes.length >= this.#now.strokes.length) return false;
    const isFirst = !this.#now.strokes.length && this.#now.lines === '';
    this.#become({ strokes, lines: isFirst ? String(this.lines) : this.#now.lines });
    return true;
  }

  stand(lines) {
    if (String(lines) !== this.#now.lines) this.#become({ ...this.#now, lines: String(lines) });
  }

  undo() {
    const then = this.#before.pop();
    if (!then) return;
    this.#after.push(this.#now);
    this.#show(then);
  }

  redo() {
    const then = this.#after.pop();
    if (!then) return;
    this.#before.push(this.#now);
    this.#show(then);
  }

  #become(next) {
    this.#before.push(this.#now);
    if (this.#before.length > STEPS) this.#before.shift();
    this.#after = [];
    this.#show(next);
  }

  #show(next) {
    const isDrawn = next.strokes !== this.#now.strokes;
    this.#now = next;
    this.#height.value = next.lines;
    if (isDrawn) this.#field.value = write(next.strokes);
    this.#own = true;
    (isDrawn ? this.#field : this.#height).dispatchEvent(new Event('input', { bubbles: true }));
    this.#own = false;
    for (const ask of this.#told) ask(this.#now);
  }
}
