// By keyboard: Tab goes from place to place, arrows walk inside a place, Home and End to its ends.
// One card of each place is in the order of Tab; with Alt an arrow moves a card within one's own hand.

import { listen } from '../live.js';
import { say } from '../announce.js';
import { laid, put } from './sorting.js';
import { words } from '../words.js';
import { arrowed } from '../way.js';

const ROWS = '.things, .handfan, .looking-cards:not([data-order]), .titles-list';
const PLACES = `${ROWS}, .piles`;
const STOPS =
  ':scope [data-piece], :scope [data-pile], :scope a.card--blank, :scope .die:is(button), :scope .tokenbtn:not([popover] *)';

export function start() {
  document.addEventListener('keydown', onKey);
  document.addEventListener('focusin', (event) => {
    const place = placeOf(event.target);
    if (place && isStop(event.target)) rove(place, event.target);
  });
  listen((what) => {
    if (what.kind === 'after') settle();
  });
  settle();
}

function placeOf(element) {
  return element.closest?.(ROWS) ?? element.closest?.('.piles');
}

function isStop(element) {
  return element.matches('[data-piece], [data-pile], a.card--blank, button.die, .tokenbtn');
}

/** The stops of a place in the order they lie. */
function stops(place) {
  const found = [...place.querySelectorAll(STOPS)].filter((stop) =>
    placeOf(stop) === place && !stop.closest('[hidden]')
  );
  if (!place.matches('.handfan')) return found;
  const order = laid();
  return found.sort((one, other) => order.indexOf(one.dataset.piece) - order.indexOf(other.dataset.piece));
}

function rove(place, chosen) {
  for (const stop of stops(place)) stop.tabIndex = stop === chosen ? 0 : -1;
}

function settle() {
  for (const place of document.querySelectorAll(PLACES)) {
    const all = stops(place);
    if (!all.length) continue;
    rove(
      place,
      all.find((stop) => stop === document.activeElement) ?? all.find((stop) =>
        stop.getAttribute('tabindex') === '0'
      ) ?? all[0],
    );
  }
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.defaultPrevented || !isStop(event.target)) return;
  const place = placeOf(event.target);
  const all = place ? stops(place) : [];
  const at = all.indexOf(event.target);
  const step = arrowed(event.key, event.target);
  if (event.altKey) {
    if (!step || !place?.matches('.handfan')) return;
    event.preventDefault();
    const to = Math.max(0, Math.min(all.length - 1, at + step));
    put(event.target.dataset.piece, to);
    say(words('moved', { title: event.target.dataset.title, place: to + 1, count: all.length }));
    return;
  }
  const to = step ? at + step : event.key === 'Home' ? 0 : event.key === 'End' ? all.length - 1 : -1;
  if (at < 0 || to < 0 || to >= all.length || (!step && !['Home', 'End'].includes(event.key))) return;
  event.preventDefault();
  all[to].focus();
}
