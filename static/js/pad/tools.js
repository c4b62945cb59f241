// What is in the hand: a tool, an ink, a mirror. The toolbar is one stop of the Tab key, with arrows inside.

import { arrowed } from '../way.js';

const KEYS = { p: 'pen', f: 'felt', e: 'rubber' };

/** Of the pad of one form. `deeds` by name: undo, redo, closer. */
export class Tools {
  #form;
  #bar;
  #deeds;
  #hand = { tool: 'pen', ink: '', mirror: false };

  constructor(form, deeds) {
    [this.#form, this.#deeds] = [form, deeds];
    this.#bar = form.querySelector('[data-tool]').closest('[role="toolbar"]');
    this.#hand.ink = form.querySelector('[data-ink][aria-checked="true"]').dataset.ink;
    this.#bar.addEventListener('click', (event) => this.#onClick(event));
    this.#bar.addEventListener('keydown', (event) => this.#onArrow(event));
    this.#bar.addEventListener('focusin', (event) => this.#stop(event.target.closest('button')));
    form.addEventListener('keydown', (event) => this.#onKey(event));
    this.#stop(this.#bar.querySelector('button'));
  }

  get inHand() {
    return this.#hand;
  }

  #onClick(event) {
    const button = event.target.closest('button');
    if (!button) return;
    if (button.dataset.tool) this.#take(button.dataset.tool);
    else if (button.dataset.ink) this.#dip(button.dataset.ink);
    else if (button.dataset.pad === 'mirror') this.#mirror();
    else if (button.dataset.pad) this.#deeds[button.dataset.pad]();
  }

  #take(tool) {
    this.#hand.tool = tool;
    for (const button of this.#form.querySelectorAll('[data-tool]')) {
      button.setAttribute('aria-pressed', String(button.dataset.tool === tool));
    }
    this.#form.querySelector('[data-paper]').dataset.with = tool;
  }

  // Whoever chooses an ink wants to draw with it.
  #dip(ink) {
    this.#hand.ink = ink;
    for (const button of this.#form.querySelectorAll('[data-ink]')) {
      button.setAttribute('aria-checked', String(button.dataset.ink === ink));
    }
    if (this.#hand.tool === 'rubber') this.#take('pen');
  }

  #mirror() {
    this.#hand.mirror = !this.#hand.mirror;
    this.#form.querySelector('[data-pad="mirror"]').setAttribute('aria-pressed', String(this.#hand.mirror));
    this.#form.querySelector('[data-paper]').classList.toggle('is-mirrored', this.#hand.mirror);
  }

  // Letters choose while the hand is on the paper or among the tools; elsewhere they are written.
  #onKey(event) {
    const isHere = event.target.closest('[data-paper]') || event.target.closest('[data-tool], [data-ink], [data-pad]');
    if (!isHere || event.altKey) return;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      const deed = key === 'z' ? (event.shiftKey ? 'redo' : 'undo') : key === 'y' ? 'redo' : '';
      if (!deed) return;
      event.preventDefault();
      this.#deeds[deed]();
    } else if (KEYS[key]) {
      event.preventDefault();
      this.#take(KEYS[key]);
    }
  }

  #onArrow(event) {
    const step = arrowed(event.key, this.#bar);
    const every = [...this.#bar.querySelectorAll('button')].filter((button) => button.offsetParent && !button.disabled);
    const at = every.indexOf(event.target.closest('button'));
    if (at < 0 || !step && event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    const to = step ? (at + step + every.length) % every.length : event.key === 'Home' ? 0 : every.length - 1;
    every[to].focus();
  }

  #stop(at) {
    if (at) { for (const button of this.#bar.querySelectorAll('button')) button.tabIndex = button === at ? 0 : -1; }
  }
}
