// A finished game by keyboard: arrows go a step back and on, Home and End to its ends. Nothing else has these keys here.

import { isField } from '../busy.js';

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
  const step = document.querySelector(`[data-step="${CSS.escape(event.key)}"]`);
  if (!step) return;
  event.preventDefault();
  sessionStorage.setItem('carte.step', event.key);
  step.click();
});

// The step that was taken keeps the focus, so that Enter goes on taking it.
const was = sessionStorage.getItem('carte.step');
sessionStorage.removeItem('carte.step');
if (was) document.querySelector(`[data-step="${CSS.escape(was)}"]`)?.focus({ preventScroll: true });
