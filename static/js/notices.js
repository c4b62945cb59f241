// One's own page: have this browser be told that a vote waits, by its maker's push service. Without it, or where one says
// no, everything works as before.

import { offer } from './sound.js';
import { there } from './there.js';
import { words } from './words.js';

offer();

const part = document.getElementById('my-notices');
const button = /** @type {HTMLButtonElement} */ (part?.querySelector('[data-ask-notices]'));

if (button && 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis) {
  button.hidden = false;
  button.addEventListener('click', ask);
} else if (button) tell('notices-cannot');

function tell(name) {
  there('#my-notices [role="status"]').textContent = words(name);
}

async function ask() {
  button.disabled = true;
  try {
    if (await Notification.requestPermission() !== 'granted') {
      tell('notices-refused');
      return;
    }
    const { key, address = '', worker = '' } = there('#my-notices').dataset;
    await navigator.serviceWorker.register(worker);
    const { pushManager } = await navigator.serviceWorker.ready;
    const given = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint = '', keys = {} } = given.toJSON();
    const form = /** @type {HTMLFormElement} */ (document.getElementById('act'));
    const token = /** @type {HTMLInputElement} */ (form.elements.namedItem('csrfmiddlewaretoken')).value;
    const body = new URLSearchParams({ csrfmiddlewaretoken: token, endpoint, p256dh: keys.p256dh, auth: keys.auth });
    const answer = await fetch(address, { method: 'POST', body, credentials: 'same-origin' });
    if (!answer.ok) throw new Error(String(answer.status));
    location.reload();
  } catch {
    tell('notices-cannot');
  } finally {
    button.disabled = false;
  }
}
