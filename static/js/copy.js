// Copying the invitation and printing the spare key: buttons that need a script, shown only where one runs.

import { say } from './announce.js';
import { wordsOn } from './copy_link.js';
import { words } from './words.js';

for (const button of document.querySelectorAll('[data-copy]')) {
  const field = document.getElementById(button.dataset.copy ?? '');
  if (!field) continue;
  button.hidden = false;
  button.addEventListener('click', async () => {
    field.select();
    try {
      // Without https there is no clipboard for scripts: the link then lies selected, ready for the keys.
      await navigator.clipboard.writeText(field.value);
      say(words('link-copied'));
      wordsOn(button).textContent = words('copied');
    } catch {
      say(words('link-selected'));
    }
  });
}

for (const button of document.querySelectorAll('[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}
