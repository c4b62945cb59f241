// One thought at a time, when one rests: a friend's word about the card, with a button that mends it where one can, and one
// that silences it for this card. It never stands in the way of the big button.

import { say } from '../announce.js';
import { there } from '../there.js';
import { isAsking } from './completion.js';
import * as paper from './paper.js';

const REST = 1_500; // ms without a key

let form = null;
let timer = 0;
let silenced = new Set();
let shown = '';

const place = () => there('#thought');
const tools = () => form.querySelector('.toolslip');
const thoughts = () => [...place().querySelectorAll('[data-thought]')];

export function start(writing) {
  form = writing;
  place().addEventListener('click', onClick);
  form.addEventListener('input', rest);
  // The tools themselves are moved when the foot changes (spread.js), maybe after this was told of it.
  const stands = new ResizeObserver(() => requestAnimationFrame(lieOverTools));
  for (const part of [tools(), document.querySelector('.composer-end')]) if (part) stands.observe(part);
  document.addEventListener('scroll', lieOverTools, { capture: true, passive: true });
  hide();
  rest();
}

// On a telephone it lies above the tools, wherever they stand, and below the card there is as much room more: its foot
// can be drawn out from beneath.
function lieOverTools() {
  const slip = thoughts().find((one) => !one.hidden);
  form.style.setProperty('--thought', `${slip?.offsetHeight ?? 0}px`); // which may move the tools
  const { top, height } = tools().getBoundingClientRect();
  if (height) place().style.setProperty('--over', `${innerHeight - top}px`);
}

/** Others were brought: what is said stays said while it is among them. */
export function brought() {
  const same = thoughts().find((one) => one.dataset.thought === shown);
  hide();
  if (same) same.hidden = false;
  else shown = '';
  underline(same);
  rest();
}

/** Another card: nothing was silenced about it. */
export function forget() {
  silenced = new Set();
  shown = '';
  hide();
}

function hide() {
  for (const one of thoughts()) one.hidden = true;
  underline(null);
}

// The words that are meant, where they stand on the paper.
function underline(thought) {
  if (!globalThis.CSS?.highlights) return;
  CSS.highlights.delete('meant');
  const words = thought?.dataset.span;
  const at = words && paper.isOn() ? form.elements.text.value.indexOf(words) : -1;
  if (at >= 0) CSS.highlights.set('meant', new Highlight(paper.stretch(at, at + words.length)));
}

function rest() {
  clearTimeout(timer);
  timer = setTimeout(think, REST);
}

function think() {
  if (isAsking()) {
    rest();
    return;
  }
  const next = thoughts().find((one) => !silenced.has(one.dataset.thought));
  if (next?.dataset.thought === shown && !next.hidden) return;
  hide();
  shown = next?.dataset.thought ?? '';
  if (!next) return;
  next.hidden = false;
  lieOverTools();
  underline(next);
  say(there('.thought-words', next).textContent);
}

function onClick(event) {
  const thought = event.target.closest('[data-thought]');
  if (!thought) return;
  const mend = event.target.closest('[data-mend]');
  if (mend) {
    const { was, becomes } = mend.dataset;
    const at = form.elements.text.value.indexOf(was);
    if (at >= 0) {
      paper.focus();
      paper.replace(at, at + was.length, becomes);
    }
  } else if (!event.target.closest('[data-leave]')) return;
  silenced.add(thought.dataset.thought);
  shown = '';
  hide();
  if (!mend) paper.focus();
  rest();
}
