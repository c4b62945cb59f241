// A tap raises a card, a pile or a place: what can be done with it stands in a column of its own. A second tap on something marked
// chooses where it goes. Everything sent from here is a press that the server offered, or the same verb with a target.

import { command, whenTaken } from '../act.js';
import { listen } from '../live.js';
import { say } from '../announce.js';
import * as giving from './giving.js';
import { bringInto } from './hand.js';
import { hide as hidePeek } from './peek.js';
import { isSeen } from '../seen.js';
import { open as openSheet } from './sheet.js';
import { standAt } from '../standing.js';
import { there, within } from '../there.js';
import { words } from '../words.js';
import { arrowed } from '../way.js';

const LONG = 480; // ms of a press that means: let me read it
const TAPPABLE = '#main [data-piece], #main [data-pile]';

let raised = null; // the id of the element
let choosing = null; // {targets, send, words}
let byKeys = false; // raised by keyboard: then the focus comes back to the cards
let since = 0; // when it was raised, or one began to choose
let press = 0;
let wasLong = false;
let isTouched = false; // the last press was a finger's: its second tap reads

const panel = () => there('#verbs');
const table = () => there('#table');

export function start() {
  document.addEventListener('click', swallow, true);
  document.addEventListener('click', onClick);
  document.addEventListener('keydown', onKey);
  document.addEventListener('pointerdown', onDown);
  for (const kind of ['pointerup', 'pointercancel', 'pointermove']) {
    document.addEventListener(kind, (event) => {
      if (kind !== 'pointermove' || Math.hypot(event.movementX ?? 0, event.movementY ?? 0) > 4) clearTimeout(press);
    });
  }
  document.addEventListener('contextmenu', (event) => {
    if (wasLong && within(event, TAPPABLE)) event.preventDefault();
  });
  whenTaken(({ form, wish }) => {
    if (wish.at < since) return; // an answer that comes late lays down nothing that was raised meanwhile
    if (form?.id === 'act' || form?.closest?.('#tsheet')) layDown();
  });
  listen((what) => {
    if (what.kind === 'after') again();
  });
}

function layDown() {
  const card = document.getElementById(raised ?? '');
  const isLost = byKeys && raised && hasLost();
  stopChoosing();
  lower();
  if (isLost) standBy(card);
}

// The button that was pressed is held, and goes: the focus is on it, or on nothing at all.
function hasLost() {
  return document.activeElement === document.body || panel().contains(document.activeElement);
}

function standBy(card) {
  standAt([card, '.handfan [data-piece]']);
}

/** The address that sends a verb. */
export function verbAddress(verb) {
  return `${table().dataset.act}?verb=${verb}`;
}

/** The press for a verb that the server offers with this card. */
export function offered(element, verb) {
  return element?.nextElementSibling?.matches('.verbs')
    ? element.nextElementSibling.querySelector(`[data-verb="${verb}"]`)
    : null;
}

export function mayAct(element) {
  return Boolean(element?.nextElementSibling?.matches('.verbs'));
}

/** What my hand is called; "" for who watches. */
export function handKey() {
  return document.querySelector('.handfan')?.dataset.place ?? '';
}

function onDown(event) {
  wasLong = false;
  isTouched = event.pointerType === 'touch';
  const card = event.target.closest(TAPPABLE);
  if (!card || event.pointerType === 'mouse') return;
  press = setTimeout(() => {
    wasLong = true;
    navigator.vibrate?.(8);
    openSheet(card.href, card);
  }, LONG);
}

// A finger that lifts off a long press presses nothing of what has come to lie under it.
function swallow(event) {
  if (!wasLong) return;
  wasLong = false;
  event.preventDefault();
  event.stopPropagation();
}

function onClick(event) {
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (!event.target.isConnected) return; // a verb that has just made room for choosing where it goes
  const target = event.target.closest('.is-target');
  if (choosing && target) {
    event.preventDefault();
    event.stopPropagation();
    choose(target);
    return;
  }
  const token = event.target.closest('#main [data-token]');
  if (token) {
    lower();
    beginChoosing(putting(token));
    return;
  }
  const card = event.target.closest(TAPPABLE);
  if (card) {
    event.preventDefault();
    if (choosing) {
      stopChoosing();
      return;
    }
    if (raised === card.id) {
      if (event.detail && isTouched) openSheet(card.href, card);
      else lower();
      return;
    }
    raise(card, event.detail === 0);
    return;
  }
  if (choosing && !event.target.closest('#verbs')) stopChoosing();
  if (raised && !event.target.closest('#verbs, dialog, .tside, .tbar')) lower();
}

function onKey(event) {
  if (event.key === 'Escape' && !document.querySelector('dialog[open]')) {
    if (choosing) {
      event.preventDefault();
      stopChoosing(true);
      return;
    }
    if (raised) {
      event.preventDefault();
      const card = document.getElementById(raised);
      lower();
      card?.focus();
      return;
    }
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const inPanel = event.target.closest?.('#verbs');
  const step = inPanel ? arrowed(event.key, inPanel) : 0;
  if (step) {
    const buttons = [...inPanel.querySelectorAll('button:enabled, a')].filter(isSeen);
    event.preventDefault();
    buttons[(buttons.indexOf(event.target) + step + buttons.length) % buttons.length]?.focus();
    return;
  }
  // A letter does a verb only on the card that has the focus, or in its menu.
  const card = event.target.matches?.(TAPPABLE) ? event.target : inPanel ? document.getElementById(raised) : null;
  const wanted = `[data-hotkey="${CSS.escape(event.key.toLowerCase())}"]`;
  const button = card &&
    (card.nextElementSibling?.querySelector?.(wanted) ?? document.querySelector(`#r-turn ${wanted}`));
  if (button) {
    event.preventDefault();
    button.click();
  }
}

// --- raising ------------------------------------------------------------------------------------------------------

function raise(card, byKeyboard) {
  hidePeek();
  if (!mayAct(card) && !card.closest('.hcard')) {
    openSheet(card.href, card);
    return;
  }
  lower();
  raised = card.id;
  since = Date.now();
  byKeys = byKeyboard;
  show(card);
  fill(card);
  if (byKeyboard) panel().querySelector('.btn')?.focus();
  else say(words('raised', { title: card.dataset.title }));
}

export function lower() {
  if (!raised) return;
  const card = document.getElementById(raised);
  raised = null;
  for (const element of document.querySelectorAll('.is-up, .is-raised')) {
    element.classList.remove('is-up', 'is-raised');
  }
  card?.removeAttribute('aria-expanded');
  panel().hidden = true;
  panel().replaceChildren();
  panel().dataset.of = '';
  panel().classList.remove('is-all');
}

/** The card that is raised, laid down; null for none. */
export function raisedCard() {
  const card = document.getElementById(raised ?? '');
  stopChoosing();
  lower();
  return card;
}

function show(card) {
  for (const element of document.querySelectorAll('.is-up, .is-raised')) element.classList.remove('is-up', 'is-raised');
  card.closest('.hcard')?.classList.add('is-up');
  card.closest('.onto, .thing, .pile')?.classList.add('is-raised');
  card.setAttribute('aria-expanded', 'true');
}

// After a frame the card may lie elsewhere, offer other verbs, or be gone.
function again() {
  if (choosing) {
    mark();
    return;
  }
  if (!raised) return;
  const card = document.getElementById(raised);
  if (!card || !isSeen(card)) { // gone, or beneath what is looked at
    const isLost = hasLost() && (byKeys || document.activeElement !== document.body);
    lower();
    if (isLost) standBy(null);
    return;
  }
  show(card);
  if (panel().dataset.of !== signature(card)) fill(card);
  else put(card);
}

function signature(card) {
  return `${card.id}|${card.dataset.zone}|${
    card.nextElementSibling?.matches('.verbs') ? card.nextElementSibling.innerHTML : ''
  }`;
}

function fill(card) {
  const box = panel();
  const had = box.contains(document.activeElement) ? document.activeElement?.textContent ?? null : null;
  const buttons = [];
  for (const verb of card.nextElementSibling?.matches('.verbs') ? card.nextElementSibling.children : []) {
    const copy = verb.cloneNode(true);
    copy.className = `btn${!buttons.length && verb.dataset.look === 'hot' ? '' : ' btn--line'}`;
    buttons.push(copy);
  }
  const ends = buttons.filter((verb) => verb.dataset.verb === 'destroy');
  for (const verb of ends) buttons.splice(buttons.indexOf(verb), 1);
  for (const more of targeted(card)) buttons.push(press_(more.label, () => beginChoosing(more)));
  const read = press_(words(card.dataset.pile !== undefined ? 'look' : 'read'), () => openSheet(card.href, card));
  const isOffered = buttons.length > 0 && !buttons[0].classList.contains('btn--line');
  read.classList.toggle('btn--line', isOffered); // a card is raised to be read, unless it has a verb of its own
  buttons.splice(Number(isOffered), 0, read);
  if (table().dataset.propose && Number(card.dataset.number) && card.dataset.known !== undefined) {
    buttons.push(link(words('reword'), `${table().dataset.propose}?article=card-${card.dataset.number}`));
  }
  buttons.push(...ends);
  if (buttons.length > 3) {
    const more = press_('…', () => box.classList.add('is-all'));
    more.dataset.more = '';
    more.setAttribute('aria-label', words('all-verbs'));
    buttons.push(more);
  }
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'iconbtn';
  close.setAttribute('aria-label', words('lay-down'));
  close.innerHTML = '<svg class="i" aria-hidden="true"><use href="#i-close"/></svg>';
  close.addEventListener('click', () => {
    lower();
    card.focus({ preventScroll: true });
  });
  const heading = document.createElement('p');
  heading.className = 'verbsheet-h sheet';
  heading.append(Object.assign(document.createElement('span'), { textContent: card.dataset.title }), close);
  box.replaceChildren(heading, ...buttons);
  box.setAttribute('aria-label', card.dataset.title);
  box.dataset.of = signature(card);
  box.hidden = false;
  put(card);
  if (had !== null) (buttons.find((one) => one.textContent === had) ?? buttons[0]).focus({ preventScroll: true });
}

function press_(label, does) {
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'btn btn--line',
    textContent: label,
  });
  button.addEventListener('click', does);
  return button;
}

function link(label, href) {
  return Object.assign(document.createElement('a'), { className: 'btn btn--line', textContent: label, href });
}

// The verbs have a place of their own: what was raised is brought out from under the edge of its row, never covered.
function put(card) {
  if (card.closest('.hcard')) bringInto(card);
  else card.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

// --- choosing where it goes ---------------------------------------------------------------------------------------

function targeted(card) {
  const piece = card.dataset.piece;
  if (!piece || !mayAct(card) || card.closest('.looking-cards')) return [];
  const inHand = card.dataset.zone === handKey();
  const things = () => [...document.querySelectorAll('.things .card[data-piece]')].filter((other) => other !== card);
  const made = [];
  if (things().length) {
    made.push(
      inHand
        ? {
          label: words('onto'),
          words: words('host'),
          targets: things,
          send: (to) => command(verbAddress('play'), { piece, onto: to.dataset.piece }),
        }
        : {
          label: words('attach'),
          words: words('host'),
          targets: things,
          send: (to) => command(verbAddress('attach'), { piece, host: to.dataset.piece }),
        },
    );
  }
  if (giving.canGive()) made.push({ label: words('give'), give: () => give(card, inHand) });
  if (!inHand && handKey()) {
    made.push({
      label: words('to-hand'),
      send: () => command(verbAddress('move'), { pieces: piece, to: handKey() }),
      targets: null,
    });
  }
  return made;
}

// A token goes onto a card in play, or to somebody: where it is tapped next.
function putting(token) {
  return {
    words: words('token-where', { token: token.dataset.token }),
    targets: () => [...document.querySelectorAll('.things .card[data-piece], #main a[data-seat]')],
    send: (to) => putToken(token, to),
    from: token,
  };
}

/** One more token of the kind, on a card or before a seat. */
export function putToken(token, to) {
  const where = to.dataset.piece ? { piece: to.dataset.piece } : { on: to.dataset.seat };
  command(verbAddress('token'), { token: token.dataset.token, more: 1, ...where });
}

function give(card, inHand) {
  panel().hidden = true;
  giving.begin(card, {
    inHand,
    address: verbAddress,
    done: (isGiven) => {
      if (isGiven) lower();
      else if (raised) panel().hidden = false;
    },
  });
}

function beginChoosing(what) {
  since = Date.now();
  if (what.give) {
    what.give();
    return;
  }
  if (!what.targets) {
    what.send();
    return;
  }
  choosing = what;
  mark();
  there('#main').classList.add('choosing');
  const note = Object.assign(document.createElement('p'), { className: 'choose-note', textContent: what.words });
  panel().replaceChildren(note, press_(words('let-be'), () => stopChoosing(true)));
  panel().hidden = false;
  what.targets()[0]?.focus({ preventScroll: true });
  say(what.words);
}

function mark() {
  for (const element of document.querySelectorAll('.is-target')) element.classList.remove('is-target');
  for (const element of choosing?.targets() ?? []) element.classList.add('is-target');
}

function choose(target) {
  const { send } = choosing;
  stopChoosing();
  send(target);
}

function stopChoosing(back = false) {
  if (!choosing) return;
  const was = choosing;
  choosing = null;
  there('#main').classList.remove('choosing');
  mark();
  const card = document.getElementById(raised ?? '');
  if (!card) {
    panel().hidden = true;
    panel().replaceChildren();
    if (back) was.from?.focus({ preventScroll: true });
    return;
  }
  fill(card);
  if (back) panel().querySelector('.btn')?.focus();
}
