// Words for those who listen instead of looking. The two announcers stand in the page's frame, outside every live region.

const WAIT = 120; // ms: a screen reader speaks a text only when it changes after a rest

function put(id, words, language) {
  const place = document.getElementById(id);
  if (!place || !words) return;
  place.textContent = '';
  setTimeout(() => {
    if (language) place.lang = language;
    else place.removeAttribute('lang');
    place.textContent = words;
  }, WAIT);
}

const CALM = 20_000; // ms between what can wait: an evening is lively, an ear is one
const KEPT = { votes: 1, talk: 2 }; // of each sort that can wait, the newest

let queue = [];
let timer = 0;
let spokenAt = 0;

/** Of a frame: `[member, words, sort]` each. What one did oneself is not said; what can wait is said with what cannot. */
export function news(said, me, language = '') {
  const heard = said.filter(([by]) => !by || String(by) !== me);
  for (const [, words, sort] of heard) {
    const same = queue.filter((one) => sort && one.sort === sort);
    const gone = same.slice(0, Math.max(0, same.length - (KEPT[sort] ?? 0) + 1));
    queue = [...queue.filter((one) => !gone.includes(one)), { words, sort }];
  }
  clearTimeout(timer);
  const rest = spokenAt + CALM - Date.now();
  if (rest <= 0 || queue.some((one) => !one.sort)) tell(language);
  else if (queue.length) timer = setTimeout(tell, rest, language);
}

function tell(language) {
  if (!queue.length) return;
  say(queue.map((one) => one.words).join(' '), language);
  queue = [];
  spokenAt = Date.now();
}

/** When there is a pause: somebody voted, came or went. `language` where it is not the page's. */
export function say(words, language = '') {
  put('say', words, language);
}

/** At once: a verdict, a lost line, something of yours that was not taken. */
export function sayNow(words) {
  put('say-now', words, '');
}
