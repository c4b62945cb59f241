// The line one types at the table: what may follow is offered, and what was asked is answered below it, for oneself.

import { whenRefused, whenTaken } from '../act.js';
import { there, within } from '../there.js';

const AFTER_KEY = 160; // ms
const form = () => document.getElementById('say-form');
let pressed = 0;
let asking = null;

export function start() {
  const field = form()?.querySelector('input[name="text"]');
  if (!field) return;
  field.addEventListener('input', () => {
    clearTimeout(pressed);
    pressed = setTimeout(() => offer(field), AFTER_KEY);
  });
  document.addEventListener('click', (event) => {
    if (within(event, '[data-typed-close]')) away(field);
  });
  whenRefused(({ form: sent }) => {
    if (sent === form()) away(); // what stood there answered another line
    return false;
  });
  whenTaken(({ form: sent, answer, wish }) => {
    if (sent !== form()) return;
    away();
    if (answer.status === 200) {
      answer.clone().json().then((told) => show(told.lines, new URLSearchParams(wish.body).get('text')), () => {});
    }
  });
}

async function offer(field) {
  const list = there('#tsay-list');
  asking?.abort();
  if (!field.value.trimStart().startsWith('/')) {
    list.replaceChildren();
    return;
  }
  const mine = asking = new AbortController();
  try {
    const query = new URLSearchParams({ line: field.value.slice(0, 201) });
    const answer = await fetch(`${form()?.dataset.complete}?${query}`, {
      signal: mine.signal,
      credentials: 'same-origin',
    });
    if (!answer.ok) return;
    const { candidates } = await answer.json();
    list.replaceChildren(...candidates.map(({ line, words }) => new Option(words, line)));
  } catch { /* the line is down, or more was typed: the command works without */ }
}

function show(lines, line) {
  if (!Array.isArray(lines)) return;
  const place = there('#typed');
  there('[data-typed-line]', place).textContent = line;
  there('[data-typed-lines]', place).replaceChildren(...lines.map((words) => {
    const entry = document.createElement('li');
    entry.textContent = words;
    return entry;
  }));
  place.hidden = false;
}

function away(field) {
  there('#typed').hidden = true;
  field?.focus();
}
