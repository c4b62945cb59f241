// A deck's page that lies open: when the deck would read otherwise now, the page is fetched anew, as it was asked for,
// and what differs is put in place. Where one stands and what one types stays.

import { Idiomorph } from './vendor/idiomorph.js';
import { say } from './announce.js';
import * as live from './live.js';
import { there } from './there.js';
import { words } from './words.js';

const SPREAD = 600; // ms: not all readers at once

const root = document.querySelector('[data-page="deck"]');
let shown = mark();
let due = 0;

function mark() {
  return document.getElementById('r-edition')?.dataset.mark;
}

async function renew() {
  due = 0;
  const [wanted, asked] = [mark(), location.href];
  const answer = await fetch(asked, { credentials: 'same-origin' }).catch(() => null);
  if (!answer) return; // the line is down: once it is back a frame comes again
  if (!answer.ok) {
    location.reload();
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  if (location.href !== asked) return look(); // more of its faces lie here by now (parts.js)
  const fresh = page.getElementById('deck-page');
  if (!fresh) return;
  Idiomorph.morph(there('#deck-page'), fresh, {
    morphStyle: 'outerHTML',
    restoreFocus: true,
    ignoreActiveValue: true,
  });
  document.title = page.title;
  shown = wanted;
  say(words('deck-changed'));
}

function look() {
  if (mark() !== shown && !due) due = setTimeout(renew, Math.random() * SPREAD);
}

if (root) {
  live.listen((what) => {
    if (what.kind === 'after' || what.kind === 'open') look();
  });
  live.start(root);
}
