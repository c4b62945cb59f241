// The sweep: one card in front, Keep or Talk, and on to the next that has no mark. Marks are the list's (which works
// without this script); here they are shown on the cards, and given by keys or a thumb.

import { say } from '../announce.js';
import { isField } from '../busy.js';
import { listen } from '../live.js';
import { there } from '../there.js';
import { words } from '../words.js';
import * as underway from './underway.js';
import { arrowed } from '../way.js';

const part = (id) => document.getElementById(id);
const cards = () => [...document.querySelectorAll('#r-sweep .sw')];
const line = (place) => part(`mk-${place}`);
const isAsked = () => part('r-marks')?.querySelector('.marks-all') !== null;

let now = 1; // the place of the card in front

export function start() {
  if (!part('sweep-card')) return;
  now = nextUnmarked(0) ?? 1;
  document.addEventListener('click', onClick);
  document.addEventListener('keydown', onKey);
  underway.start(paint);
  listen((what) => {
    if (what.kind !== 'after') return;
    if (what.ids.includes('r-marks')) underway.listed();
    if (what.ids.includes('r-sweep') && stage() === 'none') there('#batch').classList.add('is-turning');
    if (what.ids.some((id) => id === 'r-marks' || id === 'r-sweep')) paint();
  });
  paint();
}

const stage = () => part('r-sweep')?.dataset.stage;

function markOf(place) {
  return underway.markFor(place) ?? line(place)?.dataset.mark ?? '';
}

function nextUnmarked(after) {
  const places = cards().map((card) => Number(card.dataset.place));
  const order = [...places.filter((place) => place > after), ...places.filter((place) => place <= after)];
  return order.find((place) => !markOf(place));
}

function stateOf(mark) {
  if (mark === 'keep') return words('would-keep');
  return mark === 'talk' ? words('would-talk') : words('not-marked');
}

function paint() {
  const all = cards();
  const isOpen = stage() === 'sweep' && isAsked();
  there('#batch').classList.toggle('is-asked', isOpen);
  if (stage() !== 'sweep') return;
  for (const card of all) {
    const place = Number(card.dataset.place);
    const isNow = place === now;
    card.classList.toggle('is-now', isNow);
    if (isNow) card.setAttribute('aria-current', 'true');
    else card.removeAttribute('aria-current');
    mark(card, markOf(place), isNow);
  }
  inFront(all.find((card) => Number(card.dataset.place) === now), all.length);
}

function wordOf(chosen) {
  if (chosen === 'keep') return words('mark-keep');
  return chosen === 'talk' ? words('mark-talk') : words('mark-now');
}

// By shape: a keep is a stamp, a wish to talk a speech mark with its word, and a card without a mark is bare.
function mark(card, chosen, isNow) {
  for (const old of card.querySelectorAll('.swmark, .sw-state')) old.remove();
  if (chosen || isNow) card.append(slipOf(chosen));
  // What it is called ends with what one would do with it.
  card.append(
    Object.assign(document.createElement('span'), { className: 'vh sw-state', textContent: stateOf(chosen) }),
  );
}

function slipOf(chosen) {
  const slip = Object.assign(document.createElement('span'), { className: 'swmark' });
  slip.setAttribute('aria-hidden', 'true');
  const said = wordOf(chosen);
  const shape = chosen === 'keep' ? 'stamp stamp--whole' : chosen === 'talk' ? 'talkmark' : 'nowmark';
  slip.append(Object.assign(document.createElement('span'), { className: shape, textContent: said }));
  return slip;
}

function inFront(card, all) {
  const place = there('#sweep-card');
  there('#sweep-nth').textContent = words('of-all', { number: now, all });
  const shown = card?.querySelector('.card');
  if (!shown || place.dataset.shows === String(now)) return markButtons();
  const copy = shown.cloneNode(true);
  copy.removeAttribute('style');
  for (const named of copy.querySelectorAll('[id]')) named.removeAttribute('id');
  place.replaceChildren(copy);
  place.dataset.shows = String(now);
  markButtons();
}

function markButtons() {
  for (const button of document.querySelectorAll('[data-mark-now]')) {
    button.setAttribute('aria-pressed', String(markOf(now) === button.dataset.markNow));
  }
}

function go(place) {
  if (!place || place < 1 || place > cards().length) return;
  const stood = document.activeElement?.matches('.sw');
  now = place;
  paint();
  const card = cards()[place - 1];
  card.scrollIntoView({ block: 'nearest' });
  if (stood) card.focus({ preventScroll: true });
}

function give(chosen) {
  const list = document.querySelector('.marks-all');
  if (!list || stage() !== 'sweep') return;
  const place = now;
  const title = cards()[place - 1]?.dataset.title ?? '';
  underway.send(list.dataset.address, place, chosen);
  const next = nextUnmarked(place);
  if (next) {
    const slots = { title, mark: stateOf(chosen), next: cards()[next - 1].dataset.title };
    say(words('marked-next', slots));
    go(next);
  } else {
    say(words('marked-last', { title, mark: stateOf(chosen) }));
    paint();
  }
}

function onClick(event) {
  const chosen = event.target.closest?.('[data-mark-now]');
  if (chosen) return give(chosen.dataset.markNow);
  const asList = event.target.closest?.('[data-as-list]');
  if (asList) {
    const isList = there('#batch').classList.toggle('is-list');
    asList.setAttribute('aria-pressed', String(isList));
    return;
  }
  const card = event.target.closest?.('#r-sweep .sw, .mk-title');
  if (!card || stage() !== 'sweep' || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  go(Number(card.dataset.place ?? card.closest('[data-place]').dataset.place));
}

const DOWN = { ArrowDown: inARow, ArrowUp: () => -inARow() };
const stepBy = (key) => DOWN[key]?.() ?? arrowed(key, part('batch'));

function inARow() {
  const [first] = cards();
  return cards().filter((card) => card.offsetTop === first.offsetTop).length || 1;
}

function onKey(event) {
  if (stage() !== 'sweep' || event.metaKey || event.ctrlKey || event.altKey) return;
  if (isField(event.target) || event.target.closest?.('input, details[open]')) return;
  const key = event.key.toLowerCase();
  if ((key === 'k' || key === 't') && !event.repeat && isAsked()) {
    event.preventDefault();
    give(key === 'k' ? 'keep' : 'talk');
  } else if (stepBy(event.key) && !event.target.closest?.('.sweepside')) {
    event.preventDefault();
    go(now + stepBy(event.key));
  } else if (event.key === 'Enter' && event.target.closest?.('.sw')) {
    event.preventDefault();
    go(Number(event.target.closest('.sw').dataset.place));
    there('#sweep-card').focus();
  } else if (event.key === 'Escape' && event.target.closest?.('#sweep-card')) {
    cards()[now - 1]?.focus();
  }
}
