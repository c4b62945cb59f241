// Times in the reader's own zone. The page says them in UTC, and a deadline names it: that is what stands there without
// this script. What it cannot tell for certain it leaves alone.

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const DAY = 86_400_000; // ms

// The same moment as its calendar shows it, there (UTC) or here.
function shown(moment, isHere) {
  const seen = isHere ? new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000) : moment;
  return {
    year: seen.getUTCFullYear(),
    month: MONTHS[seen.getUTCMonth()],
    date: seen.getUTCDate(),
    day: DAYS[seen.getUTCDay()],
    hour: seen.toISOString().slice(11, 16),
    midnight: Math.floor(seen.getTime() / DAY),
  };
}

// As studio/web/dates.py says it: [words, short].
function said(at, now) {
  const days = now.midnight - at.midnight;
  if (days === 0) return [`today at ${at.hour}`, at.hour];
  if (days === 1) return [`yesterday at ${at.hour}`, at.day.slice(0, 3)];
  if (days > 1 && days < 7) return [at.day, at.day.slice(0, 3)];
  const [words, short] = [`${at.date} ${at.month}`, `${at.date} ${at.month.slice(0, 3)}`];
  return at.year === now.year ? [words, short] : [`${words} ${at.year}`, `${short} ${String(at.year).slice(-2)}`];
}

function deadline(at) {
  return `${at.date} ${at.month} at ${at.hour}`;
}

function put(time) {
  const moment = new Date(time.dateTime);
  if (Number.isNaN(moment.getTime())) return;
  const stands = time.textContent;
  const zoned = stands.replace(/ UTC$/, '');
  const now = new Date();
  let here;
  if (time.hasAttribute('data-clock')) {
    if (stands.endsWith(' UTC')) here = deadline(shown(moment, true));
  } else {
    const there = said(shown(moment, false), shown(now, false)).indexOf(zoned);
    if (there >= 0) here = said(shown(moment, true), shown(now, true))[there];
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
    const [day] = said(at, shown(now, isHere))[0].split(' at ');
    return day[0].toUpperCase() + day.slice(1);
  };
  const days = [...ledger.querySelectorAll('h3')].map((h3) => [h3, h3.nextElementSibling]);
  if (!days.every(([h3, list]) => [...list.children].every((line) => heading(line, false) === h3.textContent))) return;
  const lines = days.flatMap(([, list]) => [...list.children]);
  const here = [];
  for (const line of lines) {
    const day = heading(line, true);
    if (here.at(-1)?.[0] !== day) here.push([day, []]);
    here.at(-1)[1].push(line);
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
