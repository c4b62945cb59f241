// Where a card that is dragged goes when it is let go: what lies under the pointer decides which verb is sent.

import { command } from '../act.js';
import { handKey, mayAct, offered, putToken, verbAddress } from './raise.js';
import { lyingAt } from './moving.js';
import { laid, put } from './sorting.js';

/** What one may act on, one's own cards also while there is nothing to do with them, and what lies open on a pile. */
export function mayDrag(card) {
  return Boolean(card.closest('.handfan') || card.dataset.token) || mayAct(card) ||
    Boolean(card.dataset.top && handKey());
}

/** What a card stands for: itself, or what lies open on the pile. */
export const pieceOf = (card) => card.dataset.piece ?? card.dataset.top ?? '';

/** What is under a point for `held` {card, piece}: {element, does}, or null where it cannot be let go. `piece` is what lay
there when it was lifted, "" for a closed pile: what has come to lie on top since is not what is held. */
export function targetAt(held, x, y) {
  const { card, piece } = held;
  const isPile = card.dataset.pile !== undefined;
  const under = lyingAt(x, y);
  if (card.dataset.token) {
    const to = under?.closest('.things .card[data-piece], #main a[data-seat]');
    return to ? { element: to, does: () => putToken(card, to) } : null;
  }
  const fan = under?.closest('.hand-row')?.querySelector('.handfan');
  if (!piece) {
    return fan ? { element: fan, does: () => command(verbAddress('draw'), { zone: card.dataset.pile }) } : null;
  }
  const inHand = Boolean(card.closest('.handfan'));
  if (fan) {
    return inHand
      ? { element: fan, does: sortTo }
      : isPile || mayDrag(card)
      ? { element: fan, does: () => move(piece, handKey()) }
      : null;
  }
  if (!mayAct(card) && !isPile) return null;
  const plate = under?.closest('[data-hand]');
  if (plate?.closest('.others')) return { element: plate, does: () => move(piece, plate.dataset.hand) };
  const pile = under?.closest('[data-pile]');
  if (pile === card) return null;
  if (pile) return { element: pile, does: () => toPile(held, pile) };
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
      does: () => toArea(held, area, inHand),
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

const move = (pieces, to) => command(verbAddress('move'), { pieces, to });

function onto(card, host, inHand) {
  if (inHand) command(verbAddress('play'), { piece: card.dataset.piece, onto: host.dataset.piece });
  else command(verbAddress('attach'), { piece: card.dataset.piece, host: host.dataset.piece });
}

function toPile({ card, piece }, pile) {
  const isAction = card.closest('.handfan') && card.querySelector('.cf')?.dataset.kind === 'action';
  const names = `${isAction ? pile.dataset.dropsActions ?? '' : ''} ${pile.dataset.drops ?? ''}`;
  const verb = names.split(' ').map((name) => name && offered(card, name)).find(Boolean);
  if (verb) command(verb.formAction, {});
  else move(piece, pile.dataset.pile);
}

function toArea({ card, piece }, area, inHand) {
  const seat = Number(area.dataset.owner);
  const isMine = Boolean(area.closest('.seat--you'));
  if (!inHand) move(piece, area.dataset.place);
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
