// The gentle clock: about when, never how long. It moves once a minute, and at its end nothing locks.

import { listen } from '../live.js';
import { row, words } from '../words.js';

const MINUTE = 60_000; // ms
const STEP = 5; // minutes to which a time is told

export function start() {
  show();
  setTimeout(() => {
    show();
    setInterval(show, MINUTE);
  }, MINUTE - Date.now() % MINUTE);
  listen((what) => {
    if (what.kind === 'after' && (what.ids.includes('r-batch') || what.ids.includes('r-ask'))) show();
  });
}

function show() {
  const now = new Date();
  for (const place of document.querySelectorAll('[data-about]')) {
    const until = new Date(place.dataset.about ?? '');
    const told = until <= now
      ? words('whenever')
      : words('until-about', { moment: 'weekday' in place.dataset ? row('days')[until.getDay()] : about(until) });
    if (place.textContent !== told) place.textContent = told;
  }
  for (const dial of document.querySelectorAll('.dial')) {
    turn(dial, 'hour', 30 * (now.getHours() % 12 + now.getMinutes() / 60));
    turn(dial, 'minute', 6 * now.getMinutes());
  }
  for (const later of document.querySelectorAll('[data-from]')) later.hidden = new Date(later.dataset.from ?? '') > now;
}

function turn(dial, name, degrees) {
  dial.querySelector(`[data-hand="${name}"]`)?.setAttribute('transform', `rotate(${Math.round(degrees)} 50 50)`);
}

// "ten past eight", to the nearest five minutes.
function about(moment) {
  const steps = Math.round((moment.getHours() * 60 + moment.getMinutes()) / STEP);
  const hour = Math.floor(steps / 12);
  const hours = row('clock-hours');
  const said = [...row('clock-past'), ...row('clock-to')][steps % 12];
  return said.replace('{hour}', hours[hour % 12]).replace('{next}', hours[(hour + 1) % 12]);
}
