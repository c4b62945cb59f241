// Before the first card: what was agreed is sent, and the blank card is taken.

import { whenTaken } from './act.js';

export function start() {
  const form = document.getElementById('agree-form');
  if (!form) return;
  const fields = () => [...form.querySelectorAll('input:not([type="hidden"])')];
  form.addEventListener('submit', (event) => {
    if (fields().some((field) => field.value.trim())) return;
    event.preventDefault();
    event.stopPropagation(); // nothing was said, so nothing is sent
    take();
  });
  whenTaken(({ form: sent }) => {
    if (sent !== form) return;
    for (const field of fields()) field.value = '';
    take();
  });
}

function take() {
  location.hash = '#write';
}
