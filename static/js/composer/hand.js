// What one types into, asked the same way: the paper (paper.js is one), or a field by itself.

/**
 * @typedef {{
 *   now(): {text: string, from: number, to: number},
 *   replace(from: number, to: number, words: string): void,
 *   focus(): void,
 *   select(from: number, to: number): void,
 *   field(): HTMLElement,
 *   caretBox(): DOMRect | null,
 * }} Hand
 */

/** A field whose value is its words. @returns {Hand} */
export function fieldHand(field) {
  return {
    now: () => ({ text: field.value, from: field.selectionStart, to: field.selectionEnd }),
    replace: (from, to, words) => putIn(field, from, to, words),
    focus: () => field.focus(),
    select: (from, to) => field.setSelectionRange(from, to),
    field: () => field,
    caretBox: () => null,
  };
}

/** Put words in place of others in a field; the browser's own undo knows it, where it can. */
export function putIn(field, from, to, words, caret = from + words.length) {
  field.focus();
  field.setSelectionRange(from, to);
  if (!document.execCommand('insertText', false, words)) field.setRangeText(words, from, to, 'end');
  field.setSelectionRange(caret, caret);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
