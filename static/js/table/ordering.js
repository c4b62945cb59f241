// The top of a pile in front of me, put back in an order of my own: by drag, by the buttons under a card, by keys. Nobody
// is told anything before it is put back; until then the order is this page's alone.

import { command } from '../act.js';
import { say } from '../announce.js';
import { listen } from '../live.js';
import { around, there } from '../there.js';
import { words } from '../words.js';
import { swallowClick } from './drag_click.js';
import { verbAddress } from './raise.js';
import { arrowed, begins, wayOf } from '../way.js';

const FAR = 8; // px before a press is a drag

let order = []; // ids of all pieces, from the top
const under = new Set();
let held = null; // {item, x, y, isLifted}

const list = () => document.querySelector('#looking [data-order]');
const cardOf = (item) => there('[data-piece]', item);
const idOf = (item) => cardOf(item).dataset.piece;

export function start() {
  document.addEventListener('click', onClick, { capture: true });
  document.addEventListener('keydown', onKey, { capture: true });
  document.addEventListener('pointerdown', onDown);
  document.addEventListener('pointermove', onMove);
  document.addEventListener('pointerup', onUp);
  document.addEventListener('pointercancel', letGo);
  listen((what) => {
    if (what.kind === 'after') settle();
  });
  settle();
}

/** The page as the order stands; from the beginning when other cards lie there. */
function settle() {
  const items = [...(list()?.children ?? [])];
  const lying = items.map(idOf);
  if (lying.length !== order.length || lying.some((id) => !order.includes(id))) {
    order = lying;
    under.clear();
  }
  show();
}

function show() {
  const all = list();
  if (!all) return;
  const focused = document.activeElement;
  const items = new Map([...all.children].map((item) => [idOf(item), item]));
  order.forEach((id, at) => {
    const item = items.get(id);
    if (!item) return;
    if (all.children[at] !== item) all.insertBefore(item, all.children[at]);
    const isUnder = under.has(id);
    item.classList.toggle('is-under', isUnder);
    there('.look-n b', item).textContent = isUnder ? '' : String(at + 1);
    there('.look-n .label', item).textContent = words(isUnder ? 'look-under' : at ? 'look-then' : 'look-first');
    there('[data-order-under]', item).setAttribute('aria-pressed', String(isUnder));
    there('[data-order-by="-1"]', item).toggleAttribute('disabled', at === 0);
    there('[data-order-by="1"]', item).toggleAttribute('disabled', at === order.length - 1);
  });
  if (all.contains(focused) && document.activeElement !== focused) focused?.focus({ preventScroll: true });
}

/** Those under the pile lie after the others. */
function place(id, at) {
  const rest = order.filter((one) => one !== id);
  rest.splice(Math.max(0, Math.min(at, rest.length)), 0, id);
  order = [...rest.filter((one) => !under.has(one)), ...rest.filter((one) => under.has(one))];
  show();
}

function shift(item, by) {
  const id = idOf(item);
  place(id, order.indexOf(id) + by);
  tell(item);
}

function turnUnder(item) {
  const id = idOf(item);
  const isUnder = !under.delete(id);
  if (isUnder) under.add(id);
  place(id, isUnder ? order.length : order.filter((one) => !under.has(one)).length - 1);
  tell(item);
}

function tell(item) {
  const id = idOf(item);
  const { title } = cardOf(item).dataset;
  say(
    under.has(id)
      ? words('look-goes-under', { title })
      : words('moved', { title, place: order.indexOf(id) + 1, count: order.length }),
  );
}

function putBack() {
  command(verbAddress('put_back'), {
    pieces: order.filter((id) => !under.has(id)).join(','),
    under: order.filter((id) => under.has(id)).join(','),
  });
}

function asTheyLay() {
  under.clear();
  order = [];
  document.querySelector('#looking [data-verb="stop"]')?.click();
  say(words('look-as-they-lay'));
}

function onClick(event) {
  if (!list()) return;
  const button = event.target.closest?.('#looking button');
  if (!button) return;
  const item = button.closest('.look');
  if (button.dataset.verb === 'put_back') putBack();
  else if (button.dataset.orderBy) shift(item, Number(button.dataset.orderBy));
  else if (button.dataset.orderUnder !== undefined) turnUnder(item);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function onKey(event) {
  if (!list() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape' && event.target.closest?.('#looking')) {
    event.stopPropagation();
    asTheyLay();
    return;
  }
  const card = event.target.closest?.('#looking [data-order] [data-piece]');
  if (!card) return;
  const item = card.closest('.look');
  const by = arrowed(event.key, list());
  if (by) shift(item, by);
  else if (event.key === 'u' || event.key === 'U') turnUnder(item);
  else if (event.key === 'Enter') putBack();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

// --- by drag ----------------------------------------------------------------------------------------------------------

function onDown(event) {
  const card = event.target.closest?.('#looking [data-order] [data-piece]');
  if (!card || event.button || !event.isPrimary || event.pointerType !== 'mouse') return; // a finger scrolls and presses
  held = { item: card.closest('.look'), x: event.clientX, y: event.clientY, isLifted: false };
}

function onMove(event) {
  if (!held) return;
  const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
  if (!held.isLifted && Math.hypot(dx, dy) < FAR) return;
  held.isLifted = true;
  held.item.classList.add('is-held');
  cardOf(held.item).style.translate = `${dx}px ${dy}px`;
}

function onUp(event) {
  if (!held) return;
  const { item, isLifted } = held;
  letGo();
  if (!isLifted) return;
  swallowClick();
  const others = [...around('[data-order]', item).children].filter((other) => other !== item);
  const way = wayOf(list());
  const at = others.findIndex((other) => {
    const box = other.getBoundingClientRect();
    return event.clientX * way < begins(box, way) + box.width / 2;
  });
  under.delete(idOf(item));
  place(idOf(item), at < 0 ? others.length : at);
  tell(item);
}

function letGo() {
  if (!held) return;
  held.item.classList.remove('is-held');
  cardOf(held.item).style.translate = '';
  held = null;
}
