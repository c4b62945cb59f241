// The vote sheet slides in over the table, which waits. Looking at the table again only folds the sheet away: the question
// stays, and one press brings it back. Nobody is pulled out of a sentence they are typing.

import { hasRested, isBusy, whenRested } from '../busy.js';
import { listen } from '../live.js';
import { say, sayNow } from '../announce.js';
import { isLaid } from '../seen.js';
import { hasGoneOn, nameOf, standAt } from '../standing.js';
import { there, within } from '../there.js';
import { away, tell } from './verdict.js';
import { words } from '../words.js';

const LOOKS = 300; // ms after which it is looked again whether somebody still writes
const READ = 3_400; // ms for which the end of a vote stays on the sheet: a second until the stamp is down, then to read it

let number = '';
let timer = 0;
let before = null;
let lastCard = ''; // the card of the table that last had the focus
let told = ''; // the vote whose end was shown last
let shown = 0; // until the end of a vote has been read on the sheet

const dialog = () => there('#votepanel');
const sheet = () => document.getElementById('r-vote');
const back = () => document.getElementById('vote-back');
const offersBack = (is) => back()?.toggleAttribute('hidden', !is);

export function start() {
  if (!document.getElementById('votepanel')) return;
  dialog().classList.add('is-attended');
  document.addEventListener('focusin', (event) => {
    const card = within(event, '#main [data-piece], #main [data-pile]');
    if (card && card === event.target) lastCard = card.id;
  });
  dialog().addEventListener('close', () => {
    clearTimeout(shown);
    if (current()) offersBack(true);
    else if (sayOn()) return;
    // Where one stood may have been drawn anew, or be gone: then at the card one was at, else before the table.
    if (!hasGoneOn(dialog(), before)) {
      standAt([before, nameOf(before), lastCard && `#${CSS.escape(lastCard)}`], {
        focusVisible: before?.matches?.(':focus-visible') ?? false,
      });
    }
    before = null;
  });
  back()?.addEventListener('click', open);
  dialog().addEventListener('click', (event) => {
    if (within(event, '[data-fold]') || !current()) dialog().close();
  });
  listen((what) => {
    if (what.kind !== 'after') return;
    if (what.ids.includes('r-vote')) settle();
    if (document.querySelector('#r-questions .slip')) away();
  });
  dialog().removeAttribute('open');
  told = ending()?.dataset.verdict ?? '';
  settle();
}

const ending = () => sheet()?.querySelector('[data-verdict]');

const current = () => sheet()?.dataset.proposal ?? '';

function settle() {
  const talk = document.getElementById('vote-talk');
  const about = sheet()?.dataset.talk;
  if (talk && about) talk.action = about;
  const now = current();
  const ended = ending();
  const isNews = ended?.dataset.verdict !== undefined && ended.dataset.verdict !== told;
  told = ended?.dataset.verdict ?? '';
  if (isNews) end(ended, now);
  if (now === number) return;
  number = now;
  clearTimeout(timer);
  if (!now) {
    offersBack(false);
    if (!isNews) fold();
    return;
  }
  clearTimeout(shown);
  if (mayCome()) open();
  else {
    say(words('voting'));
    offersBack(true);
    timer = setTimeout(settleOpen, LOOKS);
  }
}

// Nobody is pulled out of what they write: at most out of a line that is empty still, when their keys rest.
function mayCome() {
  if (!isBusy()) return true;
  const stands = document.activeElement;
  const isCard = document.getElementById('write')?.contains(stands);
  return hasRested() && !isCard && stands instanceof HTMLInputElement && !stands.value;
}

// There is nothing to be judged; whoever is in the middle of a remark to it ends their word.
function fold() {
  whenRested(() => {
    if (dialog().open && !current()) dialog().close();
  });
}

// What was begun beside a vote that is over goes on where one talks at the table. Whether the caret went along.
function sayOn() {
  const [begun, line] = ['vtalk', 'tsay'].map((id) => /** @type {HTMLInputElement} */ (document.getElementById(id)));
  begun?.form?.removeAttribute('data-begun');
  if (!begun?.value.trim() || !line) return false;
  const stood = document.activeElement === begun;
  line.value = `${line.value} ${begun.value}`.trimStart();
  begun.value = '';
  if (!stood || !isLaid(line)) return false;
  line.focus({ preventScroll: true });
  before = null;
  return true;
}

// The last seal, a moment of quiet, and then what became of it: on the sheet for whoever has it before them. Any press
// puts it away; by itself it goes when it has been read. Where the next vote has begun the minutes say it.
function end(ended, next) {
  const [heading, count, rest] = ['.vv-h', '.vv-count', '.vv-words'].map((part) =>
    ended.querySelector(part).textContent
  );
  sayNow(words('ended', { heading, count, words: rest }));
  if (next) return;
  if (!dialog().open) {
    tell(ended);
    return;
  }
  if (!isBusy()) ended.querySelector('.vv-h').focus({ preventScroll: true });
  dialog().scrollTop = 0;
  clearTimeout(shown);
  shown = setTimeout(fold, READ);
}

function settleOpen() {
  if (!current() || dialog().open) return;
  if (mayCome()) open();
  else timer = setTimeout(settleOpen, LOOKS);
}

function open() {
  if (dialog().open || !current()) return;
  offersBack(false);
  for (const other of document.querySelectorAll('dialog[open]')) other.close();
  before = document.activeElement; // what was read close up gives the focus back first
  dialog().showModal();
  document.getElementById('bh')?.focus({ preventScroll: true });
}
