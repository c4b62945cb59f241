// Day, Lamplight or as the device: changes the page at once and tells the server, so that a half-written card is not reloaded away.
// Without this script the same buttons post the page's one form.

import { within } from './there.js';

document.addEventListener('click', async (event) => {
  const button = within(event, 'button[name="theme"][form="act"]');
  if (!button) return;
  event.preventDefault();
  const form = document.getElementById('act');
  const body = new URLSearchParams(/** @type {any} */ (new FormData(/** @type {any} */ (form))));
  body.set('theme', button.value);
  const answer = await fetch(button.formAction, { method: 'POST', body, headers: { 'X-Carte': '1' } }).catch(() =>
    null
  );
  if (!answer?.ok) return;
  const root = document.documentElement;
  if (button.value === 'device') root.removeAttribute('data-theme');
  else root.dataset.theme = button.value;
  for (const other of button.parentElement?.querySelectorAll('button') ?? []) {
    other.setAttribute('aria-pressed', String(other === button));
  }
});
