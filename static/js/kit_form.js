// The forms of a table and of a deck's words: what is chosen by eye closes its sheet and is seen on it, and what a row
// makes is shown while one types. Without this script the sheets open as well, and a button shows what the form says.

import { there } from './there.js';

const AFTER_KEY = 250; // ms of rest before the samples are asked for

const form = /** @type {HTMLFormElement} */ (document.querySelector('.kit-form'));
let pressed = 0;
let asking = null;

form.classList.add('has-samples');

form.addEventListener('input', (event) => {
  const radio = /** @type {HTMLInputElement} */ (event.target);
  if (radio.matches('.pick-all input')) showPicked(radio);
  clearTimeout(pressed);
  if (form.querySelector('.kit-sample')) pressed = setTimeout(ask, AFTER_KEY);
});

// A sheet that is not drawn yet is that of another row, in this one's name; where no row has it the server draws it.
form.addEventListener('click', (event) => {
  const asked = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('.pick-ask'));
  if (!asked || !unfold(/** @type {HTMLFieldSetElement} */ (asked.closest('.pick')), asked)) return;
  event.preventDefault();
  event.stopPropagation(); // the button is gone: whoever looks where the press was would take it for one beside the sheet
});
// A finger or a mouse has chosen; the arrow keys go on choosing, and Enter or Escape is the end of it.
form.addEventListener('click', (event) => {
  const label = /** @type {Element} */ (event.target).closest('.pick-all label');
  const isPointer = event.detail > 0; // a key that presses a radio button is a click of no press
  if (label && isPointer) close(label);
});
form.addEventListener('keydown', (event) => {
  const sheet = /** @type {Element} */ (event.target).closest('.pick-sheet[open]');
  if (!sheet || (event.key !== 'Escape' && event.key !== 'Enter')) return;
  if (event.key === 'Enter' && !(/** @type {Element} */ (event.target).matches('input'))) return;
  event.preventDefault();
  close(sheet);
});
document.addEventListener('click', (event) => {
  for (const sheet of form.querySelectorAll('.pick-sheet[open]')) {
    if (!sheet.contains(/** @type {Node} */ (event.target))) sheet.removeAttribute('open');
  }
});
// Whoever opens a sheet by key is in it, at what is chosen.
form.addEventListener(
  'toggle',
  (event) => {
    const sheet = /** @type {HTMLDetailsElement} */ (event.target);
    if (sheet.open) /** @type {HTMLElement | null} */ (sheet.querySelector('input:checked'))?.focus();
  },
  true,
);

/**
 * @param {HTMLFieldSetElement} field
 * @param {HTMLElement} asked
 */
function unfold(field, asked) {
  const held = /** @type {HTMLInputElement} */ (field.querySelector('input[type="hidden"]'));
  const list = held.name.replace(/\d+/, '');
  const drawn = [...form.querySelectorAll('.pick')].find((other) => (
    other.id.replace(/\d+/, '') === list && other.querySelector('.pick-sheet')
  ));
  if (!drawn) return false;
  const sheet = /** @type {HTMLDetailsElement} */ (there('.pick-sheet', drawn).cloneNode(true));
  for (const radio of /** @type {NodeListOf<HTMLInputElement>} */ (sheet.querySelectorAll('.pick-all input'))) {
    radio.name = held.name;
    radio.checked = radio.value === held.value;
  }
  there('summary', sheet).replaceChildren(...asked.childNodes);
  sheet.open = false;
  asked.remove();
  held.replaceWith(sheet);
  sheet.open = true; // and whoever opened it is in it, by its toggle
  return true;
}

/** @param {Element} within */
function close(within) {
  const sheet = /** @type {HTMLDetailsElement} */ (within.closest('.pick-sheet'));
  if (!sheet.open) return;
  sheet.open = false;
  there('summary', sheet).focus();
}

/** @param {HTMLInputElement} radio */
function showPicked(radio) {
  const drawn = /** @type {HTMLImageElement | null} */ (radio.parentElement?.querySelector('img') ?? null);
  const now = there('.pick-now', radio.closest('.pick-sheet') ?? form);
  const shown = /** @type {HTMLImageElement} */ (now.querySelector('img'));
  shown.hidden = !drawn;
  if (drawn) shown.src = drawn.src;
  there('[data-picked]', now).textContent = drawn ? drawn.alt : radio.parentElement?.textContent.trim() ?? '';
}

async function ask() {
  asking?.abort();
  const mine = asking = new AbortController();
  const typed = new FormData(form);
  typed.set('add', 'see');
  // As a form is sent without a script. In parts it would come as a file does, and wait with pictures.
  const body = new URLSearchParams(/** @type {[string, string][]} */ ([...typed]));
  try {
    const answer = await fetch(form.action, {
      method: 'POST',
      body,
      signal: mine.signal,
      credentials: 'same-origin',
      headers: { 'X-Carte': '1' },
    });
    if (!answer.ok) return;
    const parts = document.createElement('template');
    parts.innerHTML = await answer.text();
    if (mine !== asking) return;
    for (const sample of parts.content.querySelectorAll('[id]')) {
      document.getElementById(sample.id)?.replaceChildren(...sample.childNodes);
    }
  } catch {
    // the line is down: what was shown stays
  }
}
