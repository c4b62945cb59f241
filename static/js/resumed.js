// A page that is loaded anew by itself, for a new release, is found as it was left: what stood in its fields, the focus
// and the caret. What a card says is kept elsewhere (composer/drafts.js).

import { asked as subjectOf } from './composer/about.js';

const KEPT = 'carte.resumed';
const WORDS = 'input[type="text"][id], input[type="search"][id], input:not([type])[id], textarea[id]';

const writing = () => document.getElementById('writing');
const isOfCard = (field) => writing()?.contains(field) ?? false;

/** Keep where one stands. False where this browser keeps nothing. */
export function keepPlace() {
  const stands = document.activeElement;
  const words = {};
  for (const field of document.querySelectorAll(WORDS)) {
    if (!isOfCard(field) && field['value'] !== field['defaultValue']) words[field.id] = field['value'];
  }
  const place = { at: location.pathname, words, focus: stands?.id ?? '', caret: caretOf(stands) };
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(place));
  } catch {
    return false;
  }
  // A card at the side of a table is taken out again by this name.
  if (isOfCard(stands)) history.replaceState(history.state, '', `${about()}#write`);
  return true;
}

// Which card that is, where the page did not begin with it.
function about() {
  const asked = subjectOf(writing());
  return asked ? `?${asked}` : location.search;
}

/** Put the words back: before anything asks for them. */
function putWordsBack() {
  let place = null;
  try {
    place = JSON.parse(sessionStorage.getItem(KEPT) || 'null');
    sessionStorage.removeItem(KEPT);
  } catch { /* this browser keeps nothing */ }
  if (place?.at !== location.pathname) return null;
  for (const [id, words] of Object.entries(place.words)) {
    const field = document.getElementById(id);
    if (field && 'value' in field && !field.value) field.value = words;
  }
  return place;
}

let left = putWordsBack();

/** Stand where one stood. Asked once more when more can be written in: the paper of a card comes later. */
export function standAgain() {
  const element = left?.focus && document.getElementById(left.focus);
  if (!element) return;
  element.focus({ preventScroll: true });
  if (document.activeElement !== element) return;
  if (left.caret) putCaret(element, left.caret);
  left = null;
  element.scrollIntoView({ block: 'nearest' });
}

function caretOf(element) {
  if (element?.isContentEditable) {
    const selection = getSelection();
    return selection?.rangeCount ? ends(element, selection.getRangeAt(0)) : null;
  }
  const { selectionStart: from, selectionEnd: to } = element ?? {};
  return typeof from === 'number' ? { from, to } : null;
}

function ends(element, range) {
  const before = range.cloneRange();
  before.selectNodeContents(element);
  before.setEnd(range.startContainer, range.startOffset);
  const from = before.toString().length;
  return { from, to: from + range.toString().length };
}

function putCaret(element, { from, to }) {
  if (!element.isContentEditable) {
    element.setSelectionRange?.(from, to);
    return;
  }
  const range = document.createRange();
  range.setStart(...spot(element, from));
  range.setEnd(...spot(element, to));
  getSelection()?.removeAllRanges();
  getSelection()?.addRange(range);
}

function spot(element, at) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let left = at;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { length } = /** @type {Text} */ (node);
    if (left <= length) return /** @type {[Node, number]} */ ([node, left]);
    left -= length;
  }
  return /** @type {[Node, number]} */ ([element, element.childNodes.length]);
}
