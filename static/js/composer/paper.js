// The text as it is written: marks are seen by what they do. The words on the paper are, letter for letter, those of the
// plain field: a mark is set in a font without width (and never left out), so that carets, selections, composition and
// whatever reads aloud meet the text that is stored. The plain field is what is sent; it is typed into where this cannot be.

import { whenRested } from '../busy.js';
import { element } from './drawn.js';
import { putIn } from './hand.js';
import { History } from './history.js';
import { meant } from './lexicon.js';
import { pieces } from './pieces.js';

let form = null;
let plain = null;
let paper = null;
let drawn = ''; // how the paper was last drawn
let state = { text: '', from: 0, to: 0 }; // before the last change
let history = new History();
let isComposing = false;

export function start(writing) {
  form = writing;
  plain = form.elements.text;
  paper = document.getElementById('w-paper');
  // What is being composed in the plain field is finished there.
  if (paper && isAble()) whenRested(begin, 0);
}

function begin() {
  form.classList.add('has-paper');
  plain.addEventListener('input', fromPlain);
  plain.addEventListener('carte:filled', () => {
    history = new History();
    fromPlain();
  });
  // Some browsers tell of a caret that went elsewhere only after the next key: whatever comes first stands right before it
  // is done.
  for (const what of ['keydown', 'beforeinput', 'compositionstart', 'paste']) {
    paper.addEventListener(what, onSelect, { capture: true });
  }
  paper.addEventListener('beforeinput', onBefore);
  paper.addEventListener('input', onInput);
  paper.addEventListener('compositionstart', () => {
    isComposing = true;
  });
  paper.addEventListener('compositionend', () => {
    isComposing = false;
    taken('typing');
  });
  paper.addEventListener('paste', onPaste);
  paper.addEventListener('keydown', onKey);
  document.addEventListener('selectionchange', onSelect);
  form.querySelector('[data-plain]')?.addEventListener('click', (event) => {
    const isPlain = !form.classList.contains('is-plain');
    form.classList.toggle('is-plain', isPlain);
    event.currentTarget.setAttribute('aria-pressed', String(isPlain));
    plain.tabIndex = isPlain ? 0 : -1;
    plain.toggleAttribute('aria-hidden', false);
    if (!isPlain) plain.setAttribute('aria-hidden', 'true');
    focus();
  });
  fromPlain();
  takeOver();
}

/** From here on the paper is written on: who has begun in the plain field writes on, and nobody is left in one unseen. */
function takeOver() {
  const isHeld = document.activeElement === plain;
  plain.tabIndex = -1;
  if (isHeld) {
    const { selectionStart, selectionEnd } = plain;
    paper.focus();
    select(selectionStart, selectionEnd);
  }
  plain.setAttribute('aria-hidden', 'true');
}

function isAble() {
  try {
    paper.contentEditable = 'plaintext-only';
  } catch { /* an older browser: the plain field is what it has */ }
  return paper.contentEditable === 'plaintext-only';
}

/** Marks mean something else now; the words stay as they are, and the caret where it is. */
export function drawAnew() {
  if (!form?.classList.contains('has-paper') || isComposing) return;
  const { from, to } = selected();
  if (draw() && document.activeElement === paper) select(from, to);
}

/** Whether the text is written with its marks shown. */
export function isOn() {
  return form.classList.contains('has-paper') && !form.classList.contains('is-plain');
}

export function focus() {
  (isOn() ? paper : plain).focus();
}

/** What is typed into: the paper, or the plain field. */
export function field() {
  return isOn() ? paper : plain;
}

/** Where the caret is, counted in the text: `{text, from, to}`. */
export function now() {
  if (!isOn()) return { text: plain.value, from: plain.selectionStart, to: plain.selectionEnd };
  return { text: plain.value, ...selected() };
}

/** Put words in place of others: one step of undo. */
export function replace(from, to, words, caret = from + words.length) {
  const was = now();
  const text = was.text.slice(0, from) + words + was.text.slice(to);
  if (!isOn()) {
    putIn(plain, from, to, words, caret);
    return;
  }
  history.keep(was);
  put({ text, from: caret, to: caret });
}

function put(next) {
  plain.value = next.text;
  draw(true);
  select(next.from, next.to);
  tell();
}

function tell() {
  plain.dispatchEvent(new CustomEvent('input', { bubbles: true, detail: 'paper' }));
}

function fromPlain(event) {
  if (event?.detail === 'paper') return;
  const { from, to } = selected();
  draw(true);
  const { length } = plain.value;
  if (document.activeElement === paper) select(Math.min(from, length), Math.min(to, length));
}

// --- drawing ------------------------------------------------------------------------------------------------------

function draw(isForced = false) {
  const parts = pieces(plain.value, meant);
  const shape = parts.map((part) => `${part.is}${part.bold ? 'b' : ''}${part.italic ? 'i' : ''}${part.from}`).join(' ');
  if (!isForced && shape === drawn && paper.textContent === plain.value) return false;
  drawn = shape;
  paper.replaceChildren(...parts.map((part) => element(part, plain.value)));
  // A last line that is empty is seen only when something stands on it.
  if (plain.value.endsWith('\n')) paper.append(Object.assign(document.createElement('br'), { className: 'w-end' }));
  paper.classList.toggle('is-empty', !plain.value);
  paper.dir = 'auto';
  return true;
}

// --- where the caret is -------------------------------------------------------------------------------------------

function selected() {
  const selection = getSelection();
  if (!isWithin(selection)) return { from: state.from, to: state.to };
  const range = selection.getRangeAt(0);
  return { from: offset(range.startContainer, range.startOffset), to: offset(range.endContainer, range.endOffset) };
}

/** @returns {selection is Selection} whether it stands on the paper */
function isWithin(selection) {
  return selection !== null && selection.rangeCount > 0 && paper.contains(selection.anchorNode);
}

function offset(node, at) {
  const range = document.createRange();
  range.selectNodeContents(paper);
  try {
    range.setEnd(node, at);
  } catch {
    return plain.value.length;
  }
  return range.toString().length;
}

/** The caret, or a stretch of words, by places in the text. */
export function select(from, to = from) {
  if (!isOn()) {
    plain.setSelectionRange(from, to);
    return;
  }
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(stretch(from, to));
  state = { text: plain.value, from, to };
  reveal();
}

/** The line one writes is kept in view. */
export function reveal() {
  const caret = caretBox();
  const seen = paper.getBoundingClientRect();
  if (caret && caret.bottom > seen.bottom) paper.scrollTop += caret.bottom - seen.bottom;
  else if (caret && caret.top < seen.top) paper.scrollTop -= seen.top - caret.top;
}

/** The words on the paper from one place in the text to another, as a range. */
export function stretch(from, to) {
  const range = document.createRange();
  range.setStart(...spot(from));
  range.setEnd(...spot(to));
  return range;
}

/** Where the caret is seen, or null. */
export function caretBox() {
  const selection = getSelection();
  if (!isOn() || !isWithin(selection)) return null;
  const range = selection.getRangeAt(0).cloneRange();
  const last = paper.querySelector('.w-end');
  if (last && selected().to === plain.value.length) return last.getBoundingClientRect();
  range.collapse();
  const [box] = range.getClientRects();
  const around = range.startContainer.parentElement ?? paper; // an older browser may have left the paper meanwhile
  return box?.height ? box : around.getBoundingClientRect();
}

function spot(at) {
  const walker = document.createTreeWalker(paper, NodeFilter.SHOW_TEXT);
  let left = at;
  let last = /** @type {Text | null} */ (null);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { length } = /** @type {Text} */ (node);
    if (left <= length) return /** @type {[Node, number]} */ ([node, left]);
    left -= length;
    last = /** @type {Text} */ (node);
  }
  return /** @type {[Node, number]} */ (last ? [last, last.length] : [paper, 0]);
}

// A caret does not stand inside what is not seen: it goes on the way it was going.
function onSelect() {
  if (!isOn() || isComposing || document.activeElement !== paper) return;
  if (!isWithin(getSelection())) return;
  const { from, to } = selected();
  if (from === to) {
    const mark = pieces(plain.value, meant).find((part) =>
      (part.is === 'mark' || part.is === 'symbol') && part.from < from && from < part.to
    );
    if (mark) {
      select(from > state.from ? mark.to : mark.from);
      return;
    }
  }
  state = { text: plain.value, from, to };
}

// --- typing -------------------------------------------------------------------------------------------------------

function onBefore(event) {
  if (event.inputType === 'historyUndo' || event.inputType === 'historyRedo') {
    event.preventDefault();
    travel(event.inputType === 'historyUndo');
  } else if (['insertParagraph', 'insertLineBreak'].includes(event.inputType)) {
    event.preventDefault();
    newLine();
  } else state = { text: plain.value, ...selected() };
}

function newLine() {
  const { text, from, to } = now();
  const line = text.slice(text.lastIndexOf('\n', from - 1) + 1, from);
  if (line === '- ') replace(from - 2, to, ''); // a point without words ends the list
  else replace(from, to, line.startsWith('- ') ? '\n- ' : '\n');
}

function onInput(event) {
  event.stopPropagation(); // the plain field says that something was typed
  if (isComposing) return;
  taken(/^(insertText|insertComposition)/.test(event.inputType) ? 'typing' : event.inputType);
}

// What stands on the paper now is the text.
function taken(how) {
  const text = read();
  if (text === plain.value && paper.textContent === text) return;
  const { from, to } = selected();
  history.keep(state, how);
  plain.value = text;
  if (draw()) select(Math.min(from, text.length), Math.min(to, text.length));
  state = { text, from, to };
  tell();
}

// Some browsers break a line with an element.
function read() {
  let text = '';
  const walk = (node) => {
    for (const child of node.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) text += child.data;
      else if (child.localName === 'br') text += child === paper.lastChild ? '' : '\n';
      else {
        if (child.localName === 'div' && text && !text.endsWith('\n')) text += '\n';
        walk(child);
      }
    }
  };
  walk(paper);
  return text;
}

function onPaste(event) {
  event.preventDefault();
  const words = event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n');
  const { from, to } = now();
  replace(from, to, words);
}

function travel(isBack) {
  const was = { text: plain.value, ...selected() };
  const then = isBack ? history.undo(was) : history.redo(was);
  if (then) put(then);
}

function onKey(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  if (key === 'z' || key === 'y') {
    event.preventDefault();
    travel(key === 'z' && !event.shiftKey);
  } else if (key === 'b' || key === 'i') {
    event.preventDefault();
    around(key === 'b' ? '**' : '*');
  }
}

/** Put a mark around what is chosen, or where one types; or take it away again. */
export function around(mark) {
  const { text, from, to } = now();
  const inside = text.slice(from, to);
  const isMarked = text.slice(from - mark.length, from) === mark && text.slice(to, to + mark.length) === mark;
  if (isMarked) replace(from - mark.length, to + mark.length, inside, to - mark.length);
  else if (inside) replace(from, to, mark + inside + mark);
  else replace(from, to, mark + mark, from + mark.length);
}
