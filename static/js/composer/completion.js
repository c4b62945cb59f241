// A brace opens the deck's symbols and keywords: further letters narrow the list, Enter or Tab puts one in, Escape leaves
// the brace as it is. The focus stays in the text. The list never covers the line one writes.

import { narrow } from '../glass.js';
import { there } from '../there.js';
import { offers } from './lexicon.js';
import { fieldHand } from './hand.js';
import * as paper from './paper.js';

const MOST = 6; // lines that are shown
const SLOT = / n\}$/; // what a keyword waits to be told
const FILLED = /\{[^\s{}*\\][^\n{}*\\]* [^\s{}*\\]+$/; // a word and what it was told, up to the caret
const ENDS = /^[\s.,;:!?)}]$/; // what is typed after that, and no part of it
const OPENED = /\{([^\s{}*\\][^\n{}*\\]{0,24})?$/;

let form = null;
let shut = -1; // the brace that was left as it is
let hand = /** @type {import('./hand.js').Hand} */ (paper); // what one types into

const list = () => there('#completion');
const options = () => [...list().querySelectorAll('[role="option"]')];
const isOpen = () => !list().hidden;

export function start(writing) {
  form = writing;
  form.elements.text.addEventListener('input', () => lookAt(paper));
  for (const field of form.querySelectorAll('.corner input, .w-flavour')) {
    const own = fieldHand(field);
    field.setAttribute('aria-autocomplete', 'list');
    field.setAttribute('aria-controls', 'completes');
    field.addEventListener('input', () => lookAt(own));
    listenTo(field, own);
  }
  for (const field of form.querySelectorAll('#w-paper, #w-text')) listenTo(field, paper);
}

function listenTo(field, own) {
  field.addEventListener('keydown', onKey, { capture: true });
  field.addEventListener('beforeinput', (event) => stepOut(event, own));
  field.addEventListener('blur', close);
  field.addEventListener('pointerup', () => setTimeout(lookAt, 0, own));
}

function lookAt(own) {
  if (hand !== own) shut = -1;
  hand = own;
  look();
}

/** Whether the list is open: nothing else is said meanwhile. */
export function isAsking() {
  return isOpen();
}

/** Other words are in force: what stands open is asked for again. */
export function again() {
  if (form?.contains(document.activeElement) && hand.field() === document.activeElement) look();
}

function opened() {
  const { text, from, to } = hand.now();
  if (from !== to) return null;
  const found = OPENED.exec(text.slice(0, from));
  return found && { at: found.index, typed: (found[1] ?? '').toLowerCase(), to: from };
}

function look() {
  const brace = opened();
  if (!brace || brace.at === shut) {
    if (!brace) shut = -1;
    close();
    return;
  }
  const found = offers().filter((one) =>
    `${one.words} ${one.code.slice(1)}`.toLowerCase().split(/[\s{}]+/).some((word) => word.startsWith(brace.typed)) ||
    one.code.slice(1).toLowerCase().startsWith(brace.typed)
  );
  if (!found.length) {
    close();
    return;
  }
  there('[role="listbox"]', list()).replaceChildren(...found.slice(0, brace.typed ? MOST : 24).map(option));
  list().hidden = false;
  choose(0);
  place();
}

function option(one, n) {
  const line = document.createElement('li');
  line.id = `completes-${n}`;
  line.setAttribute('role', 'option');
  line.dataset.code = one.code;
  const chip = Object.assign(document.createElement('span'), { className: 'symchip' });
  if (one.src) chip.append(Object.assign(document.createElement('img'), { src: one.src, alt: '' }));
  else if (!one.isKeyword) {
    const count = /\d+/.exec(one.code)?.[0] ?? '';
    chip.append(Object.assign(document.createElement('span'), { className: 'symcoin', textContent: count }));
  }
  const said = Object.assign(document.createElement('span'), { textContent: one.words });
  line.append(chip, said, Object.assign(document.createElement('code'), { textContent: one.code }));
  line.addEventListener('pointerdown', (event) => event.preventDefault()); // the focus stays where one types
  line.addEventListener('click', () => take(line));
  return line;
}

function choose(at) {
  for (const [n, line] of options().entries()) line.setAttribute('aria-selected', String(n === at));
  const line = options()[at];
  line?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  if (line) hand.field().setAttribute('aria-activedescendant', line.id);
}

function close() {
  if (!isOpen()) return;
  list().hidden = true;
  for (const field of form.querySelectorAll('[aria-activedescendant]')) field.removeAttribute('aria-activedescendant');
}

function take(line) {
  const brace = opened();
  close();
  if (!brace) return;
  const after = hand.now().text.slice(brace.to);
  const { code } = line.dataset;
  hand.replace(brace.at, brace.to + (after.startsWith('}') ? 1 : 0), code);
  hand.focus();
  const slot = SLOT.exec(code);
  if (slot) hand.select(brace.at + slot.index + 1, brace.at + code.length - 1);
}

function onKey(event) {
  if (!isOpen() || event.isComposing) return;
  const every = options();
  const at = every.findIndex((line) => line.getAttribute('aria-selected') === 'true');
  if (event.key === 'ArrowDown') choose((at + 1) % every.length);
  else if (event.key === 'ArrowUp') choose((at - 1 + every.length) % every.length);
  else if ((event.key === 'Enter' || event.key === 'Tab') && !event.ctrlKey && !event.metaKey) take(every[at]);
  else if (event.key === 'Escape') {
    shut = opened()?.at ?? -1;
    close();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

// The brace that ends a word is not seen while one writes: what goes on after it stands behind it.
function stepOut(event, own) {
  if (event.inputType !== 'insertText' || event.isComposing || !ENDS.test(event.data ?? '')) return;
  const { text, from, to } = own.now();
  if (from !== to || text[from] !== '}' || !FILLED.test(text.slice(0, from))) return;
  event.preventDefault();
  own.replace(from, from + 1, event.data === '}' ? '}' : `}${event.data}`);
}

// --- where it lies: under the caret, above it near the foot of the card; on a phone a row over the keyboard ---------------

function place() {
  const pop = list();
  pop.classList.toggle('is-row', narrow.matches);
  if (narrow.matches) return;
  const card = form.querySelector('.wcard').getBoundingClientRect();
  const caret = hand.caretBox() ?? hand.field().getBoundingClientRect();
  const height = pop.offsetHeight;
  const isOver = caret.bottom + height > Math.min(card.bottom + 90, innerHeight - 8) && caret.top - height > 0;
  const left = Math.min(Math.max(0, caret.left - card.left - 12), card.width - pop.offsetWidth);
  pop.style.left = `${Math.max(-8, left)}px`;
  pop.style.top = `${isOver ? caret.top - card.top - height - 6 : caret.bottom - card.top + 6}px`;
}
