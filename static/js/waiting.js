// While one's vote waits the tab says so, by its title and its icon; and for those who asked for it two soft tones.

import { listen } from './live.js';
import { words } from './words.js';

const KEPT = 'carte.sound';
const TONES = [[523.25, 0], [659.25, 0.16]]; // Hz, and s after the first
const LOUD = 0.06;

let title = '';
let waits = ''; // the ballot, and its wording, that waits for one's vote

export function start() {
  title = document.title;
  const box = /** @type {HTMLInputElement} */ (document.getElementById('sound'));
  if (box) {
    box.checked = wanted();
    box.addEventListener('change', () => {
      keep(box.checked);
      if (box.checked) ring();
    });
  }
  listen((what) => {
    if (what.kind === 'after') look(true);
  });
  look(false);
}

function look(isNews) {
  const voting = [...document.querySelectorAll('[data-voting]')].find((one) => !one.closest('[data-answer]'));
  const ballot = /** @type {HTMLElement} */ (voting?.closest('[data-proposal]'));
  const now = ballot ? `${ballot.dataset.proposal}.${ballot.dataset.wording}` : '';
  if (now === waits) return;
  if (now && isNews && wanted()) ring();
  waits = now;
  document.title = now ? words('title-waits', { title }) : title;
  const icon = /** @type {HTMLLinkElement} */ (document.querySelector('link[rel="icon"]'));
  if (!icon) return;
  icon.dataset.calm ??= icon.href;
  icon.href = now ? icon.dataset.waits : icon.dataset.calm;
}

function wanted() {
  try {
    return localStorage.getItem(KEPT) === 'on';
  } catch {
    return false;
  }
}

function keep(isOn) {
  try {
    localStorage.setItem(KEPT, isOn ? 'on' : 'off');
  } catch { /* for this page only */ }
}

// A browser that wants a press on the page first stays silent; the tab has said it already.
function ring() {
  if (typeof AudioContext === 'undefined') return;
  const audio = new AudioContext();
  for (const [pitch, after] of TONES) {
    const [tone, loud] = [audio.createOscillator(), audio.createGain()];
    const at = audio.currentTime + after;
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0, at);
    loud.gain.linearRampToValueAtTime(LOUD, at + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
    tone.connect(loud).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.5);
  }
  setTimeout(() => audio.close(), 1_000);
}
