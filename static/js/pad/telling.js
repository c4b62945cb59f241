// What is drawn on another's card is told to the table while it is drawn: all of it, a moment after a stroke, on the version
// that was seen. What could not be told is kept in this browser, and told when the line is back.

import { listen } from '../live.js';
import { merged, read, write } from './strokes.js';

const SOON = 250; // ms after a stroke, where nothing was told for a while
const EVERY = 1_500; // ms between two tellings
const PER_MS = 20; // characters: a drawing twice as large is told half as often
const AGAIN = 4_000; // ms between tries while the line is down
const LATER = 10_000; // where the server wants to be left alone for a while
const LAST_WORDS = 60_000; // bytes that a page may still send while it goes

/** Of one pad. `say(words)` is told why it cannot be told, and "" when it can again. */
export class Telling {
  #form;
  #drawing;
  #say;
  #name;
  #on; // the version on the server that stands here
  #base; // and what is drawn in it
  #timer = 0;
  #told = 0; // when it was told last
  #isTelling = false;
  #isOver = false;
  #isRefused = false;

  constructor(form, drawing, say, me) {
    [this.#form, this.#drawing, this.#say] = [form, drawing, say];
    this.#name = `carte.strokes.${form.dataset.sketch}.${me}`;
    this.#on = Number(form.dataset.version);
    this.#base = drawing.strokes;
    const kept = this.#kept();
    if (kept) drawing.draw(merged(read(kept.base), read(kept.doodle), this.#base));
    drawing.whenChanged(() => this.#changed());
    listen((what) => what.kind === 'open' && this.#soon(0));
    document.addEventListener('visibilitychange', () => document.hidden && this.tell());
    if (kept) this.#soon(SOON);
  }

  /** It was laid down, or given up: nothing of it is owed to anybody. */
  end() {
    this.#isOver = true;
    clearTimeout(this.#timer);
    try {
      localStorage.removeItem(this.#name);
    } catch { /* this browser keeps nothing */ }
  }

  /** Tell it now, where something is owed. */
  async tell() {
    clearTimeout(this.#timer);
    if (this.#isOver || !this.#isOwed()) return;
    if (this.#isTelling) return this.#soon(EVERY);
    const strokes = this.#drawing.strokes;
    const body = write(strokes);
    this.#isTelling = true;
    const answer = await send('PUT', `${this.#form.dataset.sketch}?on=${this.#on}`, this.#form, body);
    this.#isTelling = false;
    this.#told = Date.now();
    if (this.#isOver) return;
    if (!answer || answer.status === 429) return this.#soon(answer ? LATER : AGAIN);
    const told = await answer.json().catch(() => ({}));
    if (answer.ok) this.#arrived(told.version, strokes);
    else if (told.code === 'unfinished.newer') await this.#join();
    else this.#refused(told.words ?? '');
  }

  #refused(words) {
    if (words || this.#isRefused) this.#say(words);
    this.#isRefused = words !== '';
  }

  #arrived(version, strokes) {
    [this.#on, this.#base] = [version, strokes];
    this.#refused('');
    this.#keep();
    if (this.#isOwed()) this.#soon(EVERY);
  }

  // The same person draws in another tab: both are kept.
  async #join() {
    const answer = await send('GET', this.#form.dataset.sketch, this.#form);
    if (!answer?.ok) return this.#soon(AGAIN);
    const { version, doodle } = await answer.json();
    const there = read(doodle);
    const both = merged(this.#base, this.#drawing.strokes, there);
    [this.#on, this.#base] = [version, there];
    this.#drawing.draw(both);
    this.#soon(SOON);
  }

  #isOwed() {
    return write(this.#drawing.strokes) !== write(this.#base);
  }

  #changed() {
    if (this.#isOver) return;
    this.#keep();
    const rest = Math.max(EVERY, write(this.#drawing.strokes).length / PER_MS);
    this.#soon(Math.max(SOON, this.#told + rest - Date.now()));
  }

  #soon(ms) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.tell(), ms);
  }

  #keep() {
    try {
      if (this.#isOwed()) {
        const [base, doodle] = [write(this.#base), write(this.#drawing.strokes)];
        localStorage.setItem(this.#name, JSON.stringify({ base, doodle }));
      } else localStorage.removeItem(this.#name);
    } catch { /* full, or none: it is told all the same */ }
  }

  #kept() {
    try {
      return JSON.parse(localStorage.getItem(this.#name) || 'null');
    } catch {
      return null;
    }
  }
}

/** null where it is not known whether it arrived. */
export async function send(method, address, form, body = '') {
  try {
    const answer = await fetch(address, {
      method,
      body: body || undefined,
      keepalive: document.hidden && body.length < LAST_WORDS,
      credentials: 'same-origin',
      headers: { 'X-Carte': '1', Accept: 'application/json', 'X-CSRFToken': form.elements.csrfmiddlewaretoken.value },
    });
    return answer.status >= 502 ? null : answer;
  } catch {
    return null;
  }
}
