// Dragging is extra: whatever it does, two taps do as well. Where a card is let go decides which verb is sent.

import { command } from '../act.js';
import { isDown as isHandDown, wasSwept } from './hand.js';
import { hide as hidePeek } from './peek.js';
import { handKey, lower, mayAct, offered, putToken, verbAddress } from './raise.js';
import { laid, put } from './sorting.js';

const FAR = 8; // px before a press is a drag
const REST = 250; // ms that a finger rests before it drags

let held = null; // {card, x, y, ghost, over}

export function start() {
  document.addEventListener('pointerdown', onDown);
  document.addEventListener('pointermove', onMove);
  document.addEventListener('pointerup', onUp);
  document.addEventListener('pointercancel', drop);
  // What is held is not scrolled with.
  document.addEventListener('touchmove', (event) => {
    if (held && (held.ghost || !held.wait) && event.cancelable) event.preventDefault();
  }, { passive: false });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') drop();
  });
  document.addEventListener('dragstart', (event) => {
    if (event.target.closest?.('[data-piece], [data-pile], [data-seat]')) event.preventDefault();
  });
}

function onDown(event) {
  const card = event.target.closest('#main [data-piece], #main [data-pile], #main [data-token]');
  if (!card || event.button || !event.isPrimary || card.closest('.looking-cards')) return;
  if (!mayDrag(card)) return;
  if (event.pointerType === 'touch' && card.closest('.handfan') && isHandDown()) return;
  held = { card, x: event.clientX, y: event.clientY, ghost: null, over: null, wait: 0 };
  if (event.pointerType === 'mouse' || card.closest('.handfan') || card.dataset.token) return;
  // On the cloth a finger scrolls, unless it has rested.
  held.wait = setTimeout(() => {
    if (held) held.wait = 0;
    navigator.vibrate?.(8);
  }, REST);
}

// What one may act on, one's own cards also while there is nothing to do with them, and what lies open on a pile.
function mayDrag(card) {
  return Boolean(card.closest('.handfan') || card.dataset.token) || mayAct(card) ||
    Boolean(card.dataset.top && handKey());
}

function onMove(event) {
  if (!held) return;
  if (!held.ghost) {
    if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
    if (held.wait) {
      drop(); // it scrolls
      return;
    }
    lift();
  }
  held.ghost.style.translate = `${event.clientX - held.grab.x}px ${event.clientY - held.grab.y}px`;
  const over = targetAt(event.clientX, event.clientY);
  if (over?.element !== held.over?.element) {
    held.over?.element.classList.remove('is-target', 'is-over');
    over?.element.classList.add('is-target', 'is-over');
    held.over = over;
  }
}

function lift() {
  hidePeek();
  const { card } = held;
  const at = card.getBoundingClientRect();
  const ghost = card.cloneNode(true);
  ghost.removeAttribute('id');
  ghost.removeAttribute('href');
  ghost.setAttribute('aria-hidden', 'true');
  ghost.classList.add('is-flying');
  ghost.style.left = ghost.style.top = '0';
  ghost.style.setProperty('--s', getComputedStyle(card).getPropertyValue('--scale'));
  document.getElementById('table').append(ghost);
  held.ghost = ghost;
  held.grab = {
    x: Math.min(held.x - at.left, card.offsetWidth * .8),
    y: Math.min(held.y - at.top, card.offsetHeight * .6),
  };
  card.classList.add('is-lifted');
  document.getElementById('main').classList.add('is-holding');
}

function onUp(event) {
  if (!held?.ghost) {
    drop();
    return;
  }
  const { card } = held;
  const over = targetAt(event.clientX, event.clientY);
  drop();
  // The click that follows a drag raises nothing.
  const swallow = (click) => {
    click.preventDefault();
    click.stopPropagation();
  };
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }), 60);
  if (over && !wasSwept(event)) {
    lower();
    over.does(card, event);
  }
}

function drop() {
  if (!held) return;
  clearTimeout(held.wait);
  document.getElementById('main').classList.remove('is-holding');
  held.ghost?.remove();
  held.card.classList.remove('is-lifted');
  held.over?.element.classList.remove('is-target', 'is-over');
  held = null;
}

// --- where it goes ------------------------------------------------------------------------------------------------

function targetAt(x, y) {
  const { card } = held;
  const under = document.elementFromPoint(x, y);
  if (card.dataset.token) {
    const to = under?.closest('.things .card[data-piece], #main a[data-seat]');
    return to ? { element: to, does: () => putToken(card, to) } : null;
  }
  const fan = under?.closest('.hand-row')?.querySelector('.handfan');
  if (card.dataset.pile !== undefined && !card.dataset.top) {
    return fan ? { element: fan, does: () => command(verbAddress('draw'), { zone: card.dataset.pile }) } : null;
  }
  const inHand = Boolean(card.closest('.handfan'));
  if (fan) {
    return inHand
      ? { element: fan, does: sortTo }
      : mayDrag(card)
      ? { element: fan, does: () => move(card, handKey()) }
      : null;
  }
  if (!mayAct(card) && !card.dataset.top) return null;
  const plate = under?.closest('[data-hand]');
  if (plate?.closest('.others')) return { element: plate, does: () => move(card, plate.dataset.hand) };
  const pile = under?.closest('[data-pile]');
  if (pile === card) return null;
  if (pile) return { element: pile, does: () => toPile(card, pile) };
  const host = under?.closest('.things .card[data-piece]');
  if (host && host !== card && card.dataset.piece && isOnMiddle(host, x, y)) {
    return { element: host, does: () => onto(card, host, inHand) };
  }
  const isMine = Boolean(under?.closest('.seat--you, .youplate'));
  const mine = isMine ? document.querySelector('.seat--you .things[data-place]') : null;
  const area = under?.closest('.things[data-place]') ?? mine ??
    under?.closest('.others .seat')?.querySelector('.things[data-place]');
  if (area && area.dataset.place !== card.dataset.zone) {
    return {
      element: area,
      does: () => toArea(card, area, inHand),
    };
  }
  return null;
}

// A row of Things may leave no room beside them: only on the middle of one is a card let go onto it.
function isOnMiddle(host, x, y) {
  const box = host.getBoundingClientRect();
  const [right, down] = [x - box.left - box.width / 2, y - box.top - box.height / 2];
  return Math.abs(right) < box.width / 4 && Math.abs(down) < box.height / 3;
}

// The piece itself, or the one that lies on top of a pile.
const pieceOf = (card) => card.dataset.piece ?? card.dataset.top;

const move = (card, to) => command(verbAddress('move'), { pieces: pieceOf(card), to });

function onto(card, host, inHand) {
  if (inHand) command(verbAddress('play'), { piece: card.dataset.piece, onto: host.dataset.piece });
  else command(verbAddress('attach'), { piece: card.dataset.piece, host: host.dataset.piece });
}

function toPile(card, pile) {
  const isAction = card.closest('.handfan') && card.querySelector('.cf')?.dataset.kind === 'action';
  const names = `${isAction ? pile.dataset.dropsActions ?? '' : ''} ${pile.dataset.drops ?? ''}`;
  const verb = names.split(' ').map((name) => name && offered(card, name)).find(Boolean);
  if (verb) command(verb.formAction, {});
  else move(card, pile.dataset.pile);
}

function toArea(card, area, inHand) {
  const seat = Number(area.dataset.owner);
  const isMine = Boolean(area.closest('.seat--you'));
  if (!inHand) move(card, area.dataset.place);
  else if (isMine || !seat) {
    command(
      offered(card, 'play')?.formAction ?? verbAddress('play'),
      offered(card, 'play') ? {} : { piece: card.dataset.piece },
    );
  } else command(verbAddress('play'), { piece: card.dataset.piece, under: seat });
}

function sortTo(card, event) {
  const others = laid().filter((id) => id !== card.dataset.piece);
  const at = others.findIndex((id) => {
    const box = document.getElementById(`c-${id}`).getBoundingClientRect();
    return event.clientX < box.left + box.width * .25;
  });
  put(card.dataset.piece, at < 0 ? others.length : at);
}
