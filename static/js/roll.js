// A long deck's list at a desk: the card one chooses is shown beside it. ↑ and ↓ go from line to line, Home and End to
// the first and the last, letters to the next title that begins with them; Enter opens the card's own page. Where there
// is no room beside, and without this script, a line is a link like any other.

import { say } from './announce.js';
import { broad } from './glass.js';
import { there } from './there.js';

const SOON = 150; // ms: whoever holds ↓ down looks at none of the cards in between
const TYPED = 700; // ms: letters that belong together

const place = there('#roll-card');
/** @returns {any[]} */
const lines = () => [...document.querySelectorAll('.roll > li > a')];
let shown = ''; // the address of the card that is shown
let asked = 0;
let typed = { word: '', at: 0 };

function line(target) {
  return broad.matches ? target.closest?.('.roll > li > a') : null;
}

async function show(link, wait = SOON) {
  const mine = ++asked;
  shown = link.href;
  await new Promise((done) => setTimeout(done, wait));
  if (mine !== asked) return;
  const address = new URL(link.href);
  address.searchParams.set('part', 'loupe');
  const answer = await fetch(address, { headers: { 'X-Carte': '1' } }).catch(() => null);
  const text = answer?.ok ? await answer.text() : '';
  if (mine !== asked) return;
  if (!text) {
    shown = ''; // it is asked for anew; the line itself leads to the card, too
    return;
  }
  const card = new DOMParser().parseFromString(text, 'text/html').querySelector('.loupe-in');
  const heading = card?.querySelector('#close-up-h');
  if (!card || !heading) return;
  heading.id = 'roll-card-h'; // the loupe has one of that name
  card.querySelector('.loupe-close')?.remove();
  place.replaceChildren(...card.children);
  place.hidden = false;
  if (!wait) say(heading.textContent.trim()); // pressed, where a reader would go to the page, and nothing else tells
  for (const one of lines()) one.toggleAttribute('data-shown', one.href === shown);
}

function goTo(link) {
  link?.focus();
}

function next(word, from) {
  const all = lines();
  const at = all.indexOf(from);
  const order = [...all.slice(word.length > 1 ? at : at + 1), ...all.slice(0, at)];
  return order.find((one) => one.textContent.trim().toLowerCase().startsWith(word));
}

document.addEventListener('keydown', (event) => {
  const link = line(event.target);
  if (!link || event.ctrlKey || event.metaKey || event.altKey) return;
  const all = lines();
  const at = all.indexOf(link);
  const steps = { ArrowDown: all[at + 1], ArrowUp: all[at - 1], Home: all[0], End: all.at(-1) };
  if (event.key in steps) {
    event.preventDefault();
    goTo(steps[event.key]);
  } else if (event.key.length === 1 && event.key !== ' ') {
    const goesOn = event.timeStamp - typed.at < TYPED;
    typed = { word: (goesOn ? typed.word : '') + event.key.toLowerCase(), at: event.timeStamp };
    goTo(next(typed.word, link));
  }
});

document.addEventListener('focusin', (event) => {
  const link = line(event.target);
  if (link && link.href !== shown) show(link);
});

// Before the loupe hears of it: a press shows the card here, Enter leads to its page.
document.addEventListener(
  'click',
  (event) => {
    const link = line(event.target);
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.stopPropagation();
    if (!event.detail) return;
    event.preventDefault();
    show(link, 0);
  },
  { capture: true },
);

// The page was fetched anew: nothing stands beside its list yet.
new MutationObserver(() => {
  const link = place.childElementCount ? null : lines().find((one) => one.href === shown);
  if (link) show(link);
}).observe(place, { childList: true });
