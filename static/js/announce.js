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

/** When there is a pause: somebody voted, came or went. `language` where it is not the page's. */
export function say(words, language = '') {
  put('say', words, language);
}

/** At once: a verdict, a lost line, something of yours that was not taken. */
export function sayNow(words) {
  put('say-now', words, '');
}
