// Brings a file to the server, which draws it anew. One that is too large is made smaller here first, where it can be.

import { words } from '../words.js';

const QUALITY = 0.9;

let under = null;

/** The picture as the server keeps it; null with the reason told by `amiss`, or when another one came meanwhile.
No file is larger than `largest` bytes; of its longer side the server keeps so many pixels (`side`). */
export async function bring(file, { address, largest, side, progress, amiss }) {
  under?.abort();
  const content = file.size > largest ? await smaller(file, side) : file;
  if (!content) return amiss(words('picture-large'));
  let answer = await send(content, address, progress);
  if (answer?.told?.code === 'picture.vast') {
    const less = await smaller(file, side);
    if (less) answer = await send(less, address, progress);
  }
  if (!answer) return null;
  if (!answer.ok) return amiss(answer.told?.words ?? words('picture-broken'));
  return answer.told;
}

/** Whatever is on its way is not wanted any more. */
export function forget() {
  under?.abort();
}

async function smaller(file, side) {
  try {
    const whole = await createImageBitmap(file);
    const scale = Math.min(1, side / Math.max(whole.width, whole.height));
    const sheet = document.createElement('canvas');
    sheet.width = Math.max(1, Math.round(whole.width * scale));
    sheet.height = Math.max(1, Math.round(whole.height * scale));
    sheet.getContext('2d')?.drawImage(whole, 0, 0, sheet.width, sheet.height);
    whole.close();
    const made = await new Promise((done) => sheet.toBlob(done, 'image/jpeg', QUALITY));
    return made && new File([made], 'picture.jpg', { type: 'image/jpeg' });
  } catch {
    return null;
  }
}

// fetch tells nothing of how far a body has gone up.
function send(file, address, progress) {
  const body = new FormData();
  body.append('file', file, file.name || 'picture');
  const token = document.querySelector('#act [name="csrfmiddlewaretoken"], #writing [name="csrfmiddlewaretoken"]');
  const request = under = new XMLHttpRequest();
  return new Promise((done) => {
    request.open('POST', address);
    request.setRequestHeader('X-Carte', '1');
    request.setRequestHeader('Accept', 'application/json');
    if (token) request.setRequestHeader('X-CSRFToken', token.value);
    request.upload.addEventListener('progress', (event) => progress(event.loaded / event.total));
    request.addEventListener('abort', () => done(null));
    request.addEventListener('error', () => done({ ok: false }));
    request.addEventListener('load', () => done({ ok: request.status === 200, told: read(request.responseText) }));
    request.send(body);
  });
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
