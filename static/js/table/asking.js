// A limit in the way is put as a question; with a yes the same command goes out again (it stands in the minutes then).

import { command, whenRefused } from '../act.js';
import { hasGoneOn, nameOf, standAt } from '../standing.js';

const dialog = () => document.getElementById('asking');
let waiting = null;
let before = null;

export function start() {
  whenRefused(({ told, wish }) => {
    if (!told.ask && !String(told.code ?? '').startsWith('ask.')) return false;
    waiting = wish;
    open(told.words);
    return true;
  });
  dialog()?.addEventListener('click', (event) => {
    if (event.target.closest('[data-yes]')) yes();
    else if (event.target.closest('[data-no]') || event.target === dialog()) dialog().close();
  });
  dialog()?.addEventListener('close', () => {
    waiting = null;
    if (dialog().open || hasGoneOn(dialog(), before)) return;
    standAt([before, nameOf(before), '#verbs:not([hidden]) .btn', '.handfan [data-piece]']);
  });
}

function open(words) {
  const heading = dialog().querySelector('h2');
  heading.textContent = words;
  if (!dialog().open) {
    before = document.activeElement;
    dialog().showModal();
  }
  heading.focus();
}

function yes() {
  const wish = waiting;
  dialog().close();
  if (!wish) return;
  const body = new URLSearchParams(wish.body);
  const fields = Object.fromEntries([...body].filter(([name]) => !['key', 'csrfmiddlewaretoken'].includes(name)));
  command(wish.address, { ...fields, confirmed: '1' }, wish.form);
}
