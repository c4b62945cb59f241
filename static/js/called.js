// A first batch that is called while one sits at a table is said once to whoever listens, where others read it: beside the
// card one writes. In the workshop the news of its own stream says it.

import { say } from './announce.js';
import { listen } from './live.js';
import { isSeen } from './seen.js';

let told = '';

export function start() {
  told = call(); // what lies there when one comes is read with the page
  listen((what) => {
    if (what.kind === 'after' && what.ids.includes('r-offer')) tellCall();
  });
}

/** Where a call has come into sight: with a frame, or because the pen was taken. */
export function tellCall() {
  const now = call();
  if (now && now !== told) say(`${now}.`);
  if (now || !document.getElementById('called-h')) told = now;
}

function call() {
  const heading = document.getElementById('called-h');
  return heading && isSeen(heading) ? heading.textContent.trim() : '';
}
