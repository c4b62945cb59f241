// By hand, or as it prints: two sides of one card. Alt+P turns it; a press on any printed part goes back to writing it.

import { isLaid } from '../seen.js';
import { there } from '../there.js';
import * as paper from './paper.js';

let form = null;

export function start(writing) {
  form = writing;
  document.addEventListener('keydown', (event) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyP') return;
    if (!isLaid(form.querySelector('.wcard'))) return;
    event.preventDefault();
    choose(chosen() === 'hand' ? 'print' : 'hand');
  });
  for (const radio of radios()) radio.addEventListener('change', lay);
  lay();
  there('#preview').addEventListener('click', (event) => {
    const field = fieldAt(event.target);
    byHand();
    if (field === form.elements.text) paper.focus();
    else field.focus();
  });
}

const radios = () => [...form.querySelectorAll('[data-look]')];
const chosen = () => radios().find((radio) => radio.checked)?.value;

function choose(value) {
  for (const radio of radios()) radio.checked = radio.value === value;
  lay();
}

// The printed card is only looked at where it peeks out beneath the written one.
function lay() {
  const isPrinted = chosen() === 'print';
  form.classList.toggle('is-printed', isPrinted);
  there('#preview').inert = !isPrinted;
}

/** Back to the pen. */
export function byHand() {
  choose('hand');
}

// Which field prints there.
function fieldAt(part) {
  const places = {
    '.cf-title': 'title',
    '.cf-cost': 'cost',
    '.cf-gain': 'gain',
    '.cf-type': 'traits',
    '.cf-flavour': 'flavour',
    '.cf-value': 'value',
    '.cf-stat': 'stat',
  };
  const found = Object.entries(places).find(([selector]) => part.closest(selector));
  return form.elements[found ? found[1] : 'text'];
}
