// Where a card that is dragged goes when it is let go: what lies under the pointer decides. It is said beside the card
// before, and what was said is sent along: the server does that or says why not (play/verbs/dropping.py).

import { command } from '../act.js';
import { there } from '../there.js';
import { words } from '../words.js';
import { lyingAt } from './moving.js';
import { handKey, mayAct, putToken, verbAddress } from './raise.js';
import { laid, put } from './sorting.js';
import { begins, wayOf } from '../way.js';

/** What one may act on, one's own cards also while there is nothing to do with them, and what lies on a pile. */
export function mayDrag(card) {
  return Boolean(card.closest('.handfan') || card.dataset.token) || mayAct(card) ||
    Boolean(card.dataset.pile !== undefined && handKey() && !card.closest('.pile.is-empty'));
}

/** What a card stands for: itself, or what lies open on the pile. */
export const pieceOf = (card) => card.dataset.piece ?? card.dataset.top ?? '';

/** The card in play on whose middle a point lies, onto which `held` would go once it rests there. */
export function hostAt({ card }, x, y) {
  const host = card.dataset.piece ? lyingAt(x, y)?.closest('.things .card[data-piece]') : null;
  return host && host !== card && host.id !== card.id && isOnMiddle(host, x, y) ? host : null;
}

/** What is under a point for `held` {card, piece, rested}: {element, name, told, does}, or null where nothing lies or
what is held lies already. `told` says what will happen. Without `does` nothing can: it says why. `piece` is what lay
there when it was lifted, "" for a closed pile: what has come to lie on top since is not what is held. */
export function targetAt(held, x, y) {
  const under = lyingAt(x, y);
  if (!under?.closest('#main')) return null;
  if (held.card.dataset.token) return forToken(held.card, under);
  const found = overHand(held, under) ?? onHost(held, under, x, y) ?? overPlate(held, under) ?? overPile(held, under) ??
    overArea(held, under);
  const isSorting = found?.name === 'hand' && isHeld(held);
  return found?.does && !isSorting && !mayMove() ? { ...found, told: words('drop-not-now'), does: null } : found;
}

/** Whether anything may be moved: one plays, and the game is not waiting for a vote. */
export function mayMove() {
  const { state, paused } = there('#r-felt').dataset;
  return Boolean(handKey()) && state === 'playing' && paused === undefined;
}

const isPile = ({ card }) => card.dataset.pile !== undefined;
const isHeld = ({ card }) => Boolean(card.closest('.handfan'));

/** The card, or of a closed pile whatever lies on top, goes to that zone. */
function sends(held, to, way) {
  return held.piece
    ? () => command(verbAddress('drop'), { piece: held.piece, to, way })
    : () => command(verbAddress('move_top'), { zone: held.card.dataset.pile, to });
}

function overHand(held, under) {
  const fan = under.closest('.hand-row')?.querySelector('.handfan');
  if (!fan) return null;
  const target = { element: fan, name: 'hand', told: words('drop-to-hand') };
  if (isHeld(held)) return { ...target, told: '', does: sortTo };
  if (held.piece) return { ...target, does: sends(held, handKey(), 'move') };
  return {
    ...target,
    told: words('drop-draw'),
    does: () => command(verbAddress('draw'), { zone: held.card.dataset.pile }),
  };
}

// A row of Things may leave no room beside them: only on the middle of one, and after a rest, is a card let go onto it.
function onHost(held, under, x, y) {
  const host = hostAt(held, x, y);
  if (!host || host.id !== held.rested) return null;
  const onto = { piece: held.piece, onto: host.dataset.piece };
  return {
    element: host,
    name: host.id,
    told: words('drop-under', { title: host.dataset.title }),
    does: () => command(verbAddress('drop'), onto),
  };
}

function isOnMiddle(host, x, y) {
  const box = host.getBoundingClientRect();
  const [right, down] = [x - box.left - box.width / 2, y - box.top - box.height / 2];
  return Math.abs(right) < box.width / 4 && Math.abs(down) < box.height / 3;
}

function overPlate(held, under) {
  const plate = under.closest('.others [data-hand]');
  if (!plate) return null;
  return {
    element: plate,
    name: plate.id,
    told: words('drop-their-hand', { who: plate.dataset.title }),
    does: sends(held, plate.dataset.hand, 'move'),
  };
}

function overPile(held, under) {
  const pile = under.closest('[data-pile]') ?? under.closest('.pilebox')?.querySelector('[data-pile]');
  if (!pile || pile.id === held.card.id) return null;
  const way = wayOnto(held, pile);
  const told = {
    play: words('drop-play'),
    discard: words('drop-discard'),
    destroy: words('drop-destroy'),
    move: words('drop-onto', { place: pile.dataset.title }),
  };
  return { element: pile, name: pile.id, told: told[way], does: sends(held, pile.dataset.pile, way) };
}

function wayOnto(held, pile) {
  const drops = (pile.dataset.drops ?? '').split(' ');
  if (isPile(held)) return 'move';
  if (!isHeld(held)) return drops.includes('destroy') && held.card.closest('.things') ? 'destroy' : 'move';
  const isAction = held.card.querySelector('.cf')?.dataset.kind === 'action';
  if (isAction && pile.dataset.dropsActions) return pile.dataset.dropsActions;
  return drops.includes('discard') ? 'discard' : 'move';
}

function overArea(held, under) {
  const mine = under.closest('.seat--you, .youplate') ? document.querySelector('.seat--you .things[data-place]') : null;
  const area = under.closest('.things[data-place]') ?? mine ??
    under.closest('.others .seat')?.querySelector('.things[data-place]');
  if (!area || under.closest('.pilebox') || area.dataset.place === held.card.dataset.zone) return null;
  const does = sends(held, area.dataset.place, isHeld(held) ? 'play' : 'move');
  return { element: area, name: area.id, told: toArea(held, area), does };
}

function toArea(held, area) {
  const isDown = area.dataset.lies === 'down';
  const seat = area.closest('.others .seat');
  const who = seat?.querySelector('.plate').dataset.title;
  const { into } = area.dataset;
  if (seat) {
    if (area.dataset.usual === undefined) return words(isDown ? 'drop-theirs-down' : 'drop-theirs', { who, into });
    return words(isDown ? 'in-front-down' : 'in-front', { who });
  }
  if (isHeld(held) && !isDown && area.dataset.usual !== undefined) return words('drop-play');
  return isDown ? words('drop-down', { into }) : into;
}

// A token goes onto a card in play, or before somebody.
function forToken(token, under) {
  const to = under.closest('.things .card[data-piece], #main a[data-seat]') ??
    under.closest('.seat:not(.seat--you)')?.querySelector('a[data-seat]') ??
    (under.closest('.seat--you') ? document.querySelector('.youplate a[data-seat]') : null);
  const place = to ?? under.closest('.pilebox, .things, .hand-row');
  if (!place) return null;
  if (!to || !mayMove()) {
    return { element: place, name: place.id, told: words(to ? 'drop-not-now' : 'drop-token'), does: null };
  }
  const told = to.dataset.piece
    ? words('drop-on', { title: to.dataset.title })
    : words('in-front', { who: to.dataset.title });
  return { element: to, name: to.id, told, does: () => putToken(token, to) };
}

function sortTo(card, event) {
  const others = laid().filter((id) => id !== card.dataset.piece);
  const way = wayOf(card);
  const at = others.findIndex((id) => {
    const box = there(`#c-${CSS.escape(id)}`).getBoundingClientRect();
    return event.clientX * way < begins(box, way) + box.width * .25;
  });
  put(card.dataset.piece, at < 0 ? others.length : at);
}
