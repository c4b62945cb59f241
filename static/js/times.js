// Times in the reader's own zone. The page says them in UTC, and a deadline names it: that is what stands there without
// this script. What it cannot tell for certain it leaves alone.

import { row, words } from './words.js';

const MONTHS = row('months');
const MONTHS_SHORT = row('months-short');
const DAYS = row('days');
const DAYS_SHORT = row('days-short');
const DAY = 86_400_000; // ms

// The same moment as its calendar shows it, there (UTC) or here.
function shown(moment, isHere) {
  const seen = isHere ? new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000) : moment;
  return {
    year: seen.getUTCFullYear(),
    month: seen.getUTCMonth(),
    date: seen.getUTCDate(),
    day: seen.getUTCDay(),
    hour: seen.toISOString().slice(11, 16),
    midnight: Math.floor(seen.getTime() / DAY),
  };
}

// As studio/web/dates.py says it: [words, short].
function said(at, now) {
  const days = now.midnight - at.midnight;
  if (days === 0) return [words('today-at', { hour: at.hour }), at.hour];
  if (days === 1) return [words('yesterday-at', { hour: at.hour }), DAYS_SHORT[at.day]];
  return far(at, now);
}

// A day that is neither today nor yesterday.
function far(at, now) {
  const days = now.midnight - at.midnight;
  if (days > 1 && days < 7) return [DAYS[at.day], DAYS_SHORT[at.day]];
  const [month, short] = [MONTHS[at.month], MONTHS_SHORT[at.month]];
  if (at.year === now.year) {
    return [words('on-day', { day: at.date, month }), words('on-day', { day: at.date, month: short })];
  }
  return [
    words('on-day-of-year', { day: at.date, month, year: at.year }),
    words('month-of-year', { month: short, year: String(at.year).slice(-2) }),
  ];
}

function deadline(at, zone) {
  return words(zone, { day: at.date, month: MONTHS[at.month], hour: at.hour });
}

function put(time) {
  const moment = new Date(time.dateTime);
  if (Number.isNaN(moment.getTime())) return;
  const stands = time.textContent;
  const now = new Date();
  const there = shown(moment, false);
  let here;
  if (time.hasAttribute('data-clock')) {
    if (stands === deadline(there, 'deadline-in-utc')) here = deadline(shown(moment, true), 'deadline');
  } else {
    const [long, short] = said(there, shown(now, false));
    const [longHere, shortHere] = said(shown(moment, true), shown(now, true));
    if (stands === long || stands === words('in-utc', { moment: long })) here = longHere;
    else if (stands === short) here = shortHere;
  }
  if (!here || here === stands) return;
  time.textContent = here;
  if (time.hasAttribute('data-clock')) time.title = stands;
}

const done = new WeakMap(); // what was said already, by element: a frame that brings it back is put right again

function putAll() {
  for (const time of document.querySelectorAll('time[datetime]')) {
    if (done.get(time) === time.dateTime + time.textContent) continue;
    put(time);
    done.set(time, time.dateTime + time.textContent);
  }
}

// Lines under the headings of their days, newest first. What is 23:30 on Monday there may be Tuesday here.
function regroup(ledger) {
  const now = new Date();
  const heading = (line, isHere) => {
    const at = shown(new Date(line.querySelector('time').dateTime), isHere);
    const there = shown(now, isHere);
    if (at.midnight === there.midnight) return words('today');
    if (at.midnight === there.midnight - 1) return words('yesterday');
    const [day] = far(at, there);
    return day[0].toUpperCase() + day.slice(1);
  };
  const days = [...ledger.querySelectorAll('h3')].map((h3) => [h3, h3.nextElementSibling]);
  if (!days.every(([h3, list]) => [...list.children].every((line) => heading(line, false) === h3.textContent))) return;
  const lines = days.flatMap(([, list]) => [...list.children]);
  const here = /** @type {[string, Element[]][]} */ ([]);
  for (const line of lines) {
    const day = heading(line, true);
    const last = here.at(-1);
    if (last && last[0] === day) last[1].push(line);
    else here.push([day, [line]]);
  }
  const [[h3, list]] = days;
  ledger.replaceChildren(...here.flatMap(([day, those]) => {
    const [head, under] = [h3.cloneNode(), list.cloneNode()];
    head.textContent = day;
    under.replaceChildren(...those);
    return [head, under];
  }));
}

for (const ledger of document.querySelectorAll('[data-days]')) regroup(ledger);
putAll();
let isDue = false;
new MutationObserver(() => {
  if (isDue) return;
  isDue = true;
  queueMicrotask(() => {
    isDue = false;
    putAll();
  });
}).observe(document.body, { childList: true, characterData: true, subtree: true });
