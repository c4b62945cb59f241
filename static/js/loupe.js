// A card close up, over the page it lies on. Without this script the same links open pages of their own. In the workshop
// one stays at the table: a repeal is asked for in the loupe, a card to reword goes into the composer, the vote that
// goes on is told above the card, and the browser's way back closes the loupe.

import { hasWrittenSince, whenRested } from './busy.js';
import { listen } from './live.js';
import './terms.js';
import { within } from './there.js';

const loupe = document.createElement('dialog');
loupe.className = 'loupe';
loupe.setAttribute('aria-labelledby', 'close-up-h');
let asked = 0;
let next = () => {}; // what is to be done once it is closed

const room = () => document.getElementById('ws');

async function open(link) {
  const mine = ++asked;
  const address = new URL(link.href);
  address.searchParams.set('part', 'loupe');
  const since = Date.now();
  const answer = await fetch(address, { headers: { 'X-Carte': '1' } }).catch(() => null);
  if (mine !== asked) return;
  if (!answer?.ok) {
    location.href = link.href;
    return;
  }
  const sheet = await answer.text();
  const show = () => mine === asked && lay(sheet);
  if (hasWrittenSince(since)) whenRested(show); // they went on writing while it was on its way
  else show();
}

function lay(sheet) {
  loupe.innerHTML = sheet;
  if (!loupe.isConnected) document.body.append(loupe);
  tellOfVote();
  if (!loupe.open) {
    loupe.showModal();
    history.pushState({ ...history.state, loupe: true }, '');
  }
  loupe.scrollTop = 0;
  loupe.querySelector('#close-up-h')?.focus({ preventScroll: true });
}

document.addEventListener('click', (event) => {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = within(event, 'a[data-loupe]') ?? change(event);
  if (!link) return;
  event.preventDefault();
  const asks = new URL(link.href).searchParams;
  if (asks.get('change') === 'amend') reword(asks.get('article'));
  else open(link);
});

// A link out of the loupe to something one may ask of the card, where there is a table to stay at.
function change(event) {
  return room() ? within(event, '.loupe a[href*="/write/?"]') : null;
}

// The composer holds the card that the workshop's address names.
function reword(article) {
  const address = new URL(location.pathname, location.href);
  address.searchParams.set('article', article);
  address.hash = '#write';
  close(() => location.assign(address));
}

function close(then = () => {}) {
  next = then;
  loupe.close();
}

// A press on the dark beside the sheet closes it; the dialog itself gives the focus back.
loupe.addEventListener('click', (event) => {
  if (event.target === loupe) close();
  if (within(event, '[data-to-vote]')) close(goToVote);
});

loupe.addEventListener('close', () => {
  asked += 1;
  if (history.state?.loupe) history.back(); // and then, when that is done:
  else goOn();
});

addEventListener('popstate', () => {
  if (history.state?.loupe) return;
  if (loupe.open) loupe.close();
  else goOn();
});

function goOn() {
  const then = next;
  next = () => {};
  then();
}

// --- the vote that goes on meanwhile ------------------------------------------------------------------------------

function goToVote() {
  if (location.hash) location.hash = '#main';
  document.getElementById('bh')?.focus();
}

function tellOfVote() {
  const strip = loupe.querySelector('.loupe-vote');
  const card = document.getElementById('r-card');
  if (!strip || !room()) return;
  strip.hidden = !card?.dataset.proposal;
  const told = [card?.querySelector('.cf-title'), document.getElementById('bh')];
  strip.querySelectorAll('[data-told]').forEach((part, at) => {
    const now = (told[at]?.textContent ?? '').replace(/\s+/g, ' ').trim();
    if (part.textContent !== now) part.textContent = now;
  });
}

listen((what) => {
  if (what.kind === 'after' && loupe.open) tellOfVote();
});

/** What was asked for in the loupe was taken: back to the table. */
export function isDone() {
  close(goToVote);
}
