// Times in the reader's own zone. The page says them in UTC, and a deadline names it: that is what stands there without
// this script. What it cannot tell for certain it leaves alone.

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const DAY = 86_400_000; // ms

// The same moment as its calendar shows it, there (UTC) or here.
function shown(moment, isHere) {
  const seen = isHere ? new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000) : moment;
  return {
    year: seen.getUTCFullYear(), month: MONTHS[seen.getUTCMonth()], date: seen.getUTCDate(), day: DAYS[seen.getUTCDay()],
    hour: seen.toISOString().slice(11, 16), midnight: Math.floor(seen.getTime() / DAY),
  };
}

// As studio/when.py says it: [words, short].
function said(at, now) {
  const days = now.midnight - at.midnight;
  if (days === 0) return [`today at ${at.hour}`, at.hour];
  if (days === 1) return [`yesterday at ${at.hour}`, at.day.slice(0, 3)];
  if (days > 1 && days < 7) return [at.day, at.day.slice(0, 3)];
  const [words, short] = [`${at.date} ${at.month}`, `${at.date} ${at.month.slice(0, 3)}`];
  return at.year === now.year ? [words, short] : [`${words} ${at.year}`, `${short} ${String(at.year).slice(-2)}`];
}

function deadline(at) { return `${at.date} ${at.month} at ${at.hour}`; }

function put(time) {
  const moment = new Date(time.dateTime);
  if (Number.isNaN(moment.getTime())) return;
  const stands = time.textContent;
  const now = new Date();
  let here;
  if (time.hasAttribute('data-clock')) {
    if (stands.endsWith(' UTC')) here = deadline(shown(moment, true));
  } else {
    const there = said(shown(moment, false), shown(now, false)).indexOf(stands);
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

putAll();
let isDue = false;
new MutationObserver(() => {
  if (isDue) return;
  isDue = true;
  queueMicrotask(() => { isDue = false; putAll(); });
}).observe(document.body, { childList: true, characterData: true, subtree: true });
