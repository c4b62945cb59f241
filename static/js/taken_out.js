// Whoever was taken out takes along what they had typed: it lies in this browser's store, and is shown to be copied.

import { there } from './there.js';
import { words } from './words.js';

const part = there('#typed');
const place = there('[data-typed]', part);
const button = there('[data-take-along]', part);
const typed = [];

for (const name of names()) {
  const draft = read(name);
  const lines = [draft.title, draft.traits, draft.text, draft.flavour, draft.remark, draft.reason]
    .filter((line) => typeof line === 'string' && line.trim());
  if (!lines.length) continue;
  const field = document.createElement('textarea');
  field.className = 'input';
  field.readOnly = true;
  field.rows = 5;
  field.value = lines.join('\n\n');
  field.setAttribute('aria-label', words(name.endsWith('.said') ? 'typed-said' : 'typed-card'));
  place.append(field);
  typed.push(field.value);
}
part.hidden = !typed.length;

button.addEventListener('click', async () => {
  try {
    await navigator.clipboard.writeText(typed.join('\n\n\n'));
    button.textContent = words('copied');
  } catch { // without https: it can be selected, one by one
    there('textarea', place).select();
  }
});

function names() {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(part.dataset.drafts ?? ''));
  } catch {
    return [];
  }
}

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') ?? {};
  } catch {
    return {};
  }
}
