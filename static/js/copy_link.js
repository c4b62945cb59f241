// A link goes to the clipboard, or lies selected where there is none (scripts have one only with https).

import { say } from './announce.js';
import { words } from './words.js';

/** Copies what `button` carries in data-copy, or selects `line` to be copied by hand. Whether it was copied. */
export async function copyLink(button, line) {
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    say(words('link-copied'));
    return true;
  } catch {
    line?.closest('details')?.setAttribute('open', '');
    line?.focus();
    line?.select();
    return false;
  }
}

/** The words on a button, which may have a picture before them. */
export function wordsOn(button) {
  return [...button.childNodes].filter((node) => node.textContent.trim()).at(-1);
}
