// Small manners of the room: sheets that close when one looks elsewhere, the link to copy, finding a card, the tabs of a
// phone, and seals that land as they arrive.

import { forAWhile } from './for_a_while.js';
import { desk } from './glass.js';
import { listen } from './live.js';
import { copyLink, wordsOn } from './copy_link.js';
import { isLaid } from './seen.js';
import { there, within } from './there.js';
import { words } from './words.js';

const SHEETS = 'details.presence[open], details.wsbar-join[open]';

export function start() {
  document.getElementById('deck')?.classList.add('is-folded');
  document.addEventListener('click', onClick);
  document.addEventListener('keydown', onEscape);
  document.addEventListener('toggle', onOpen, true);
  document.getElementById('ws-q')?.addEventListener('input', (event) => find(within(event, 'input')?.value ?? ''));
  addEventListener('hashchange', showTab);
  desk.addEventListener('change', showTab);
  showTab();
  let seals = new Map();
  listen((what) => {
    if (what.kind === 'signal' && what.name === 'typing') writes(what.by);
    if (what.kind === 'before') seals = states();
    if (what.kind === 'after' && hasCome(what.ids)) forgetWriting();
    if (what.kind === 'after') {
      land(seals);
      showWriting();
      find(document.getElementById('ws-q')?.value ?? '');
    }
  });
}

function onClick(event) {
  for (const sheet of document.querySelectorAll(SHEETS)) {
    if (!sheet.contains(event.target)) sheet.open = false;
  }
  const more = event.target.closest?.('[data-more]');
  if (more) unfold(more.closest('.ix-group'));
  const copy = event.target.closest?.('[data-copy]');
  if (copy) copyInvitation(copy);
}

// Whoever opens the list of people is in it: it is read, and Escape leads back to the seals.
function onOpen(event) {
  if (event.target.matches?.('details.presence[open]')) event.target.querySelector('.presence-sheet').focus();
}

function onEscape(event) {
  if (event.key !== 'Escape') return;
  const isNowhere = event.target === document.body; // as after the glass was turned with a sheet open
  const sheet = isNowhere ? document.querySelector(SHEETS) : event.target.closest?.(SHEETS);
  const opener = document.querySelector('.rail-open');
  if (!sheet && location.hash === '#deck' && opener && isLaid(opener)) {
    // The list of cards slides away again; going to a place on the page takes the focus there, a little later.
    addEventListener('hashchange', () => opener.focus(), { once: true });
    location.hash = '#main';
    opener.focus();
  }
  if (!sheet) return;
  sheet.open = false;
  sheet.querySelector('summary').focus();
}

async function copyInvitation(button) {
  if (!await copyLink(button, document.getElementById('join-link'))) return;
  const label = wordsOn(button);
  button.dataset.was ??= label.textContent;
  label.textContent = words('copied');
  setTimeout(() => {
    label.textContent = button.dataset.was;
  }, 2_000);
}

// The cards of one kind that were folded away; which kinds are open is kept outside what frames draw anew.
function unfold(group) {
  const rail = there('#deck');
  rail.dataset.all = `${rail.dataset.all ?? ''} ${group.dataset.kind}`;
  group.querySelector('.is-rest a')?.focus();
}

function find(typed) {
  const wanted = typed.trim().toLowerCase();
  document.getElementById('deck')?.classList.toggle('is-finding', wanted !== '');
  for (const line of document.querySelectorAll('.ix > li')) {
    line.hidden = wanted !== '' && !line.dataset.words?.includes(wanted);
  }
  for (const group of document.querySelectorAll('.ix-group')) {
    group.hidden = wanted !== '' && !group.querySelector('.ix > li:not([hidden])');
  }
}

function showTab() {
  const hash = ['#write', '#deck', '#aside'].includes(location.hash) ? location.hash : '#main';
  for (const tab of document.querySelectorAll('.ws-tabs a')) {
    if (tab.getAttribute('href') === hash) tab.setAttribute('aria-current', 'true');
    else tab.removeAttribute('aria-current');
  }
  lead(hash);
}

// On a phone one part fills the glass: then it is the page's main part, and its heading the first.
function lead(hash) {
  const isPhone = !desk.matches;
  for (const part of document.querySelectorAll('.ws > :is(.composer, .wsrail, .drawer)')) {
    const leads = isPhone && `#${part.id}` === hash;
    const role = part.dataset.role ??= part.getAttribute('role') ?? '';
    part.setAttribute('role', leads ? 'main' : role);
    const heading = part.querySelector('.side-h > h2');
    if (leads) heading?.setAttribute('aria-level', '1');
    else heading?.removeAttribute('aria-level');
  }
}

// Who writes a card just now, by name, for a moment. Nobody is read to about it: it says nothing one must know.
const WRITES_FOR = 4_500; // ms; a writer is heard of every two seconds
const writing = new Map();

function writes(member) {
  forAWhile(writing, member, WRITES_FOR, showWriting);
  showWriting();
}

// What others draw on the card that lies there is no other card.
function hasCome(ids) {
  return ids.includes('r-queue') || ids.includes('r-card') && !ids.some((id) => id.startsWith('ghost'));
}

// A card came to the table: whoever still writes another is heard of again.
function forgetWriting() {
  for (const due of writing.values()) clearTimeout(due);
  writing.clear();
  showWriting();
}

function showWriting() {
  const place = document.getElementById('writers');
  if (!place) return;
  for (const seal of document.querySelectorAll('.present > span')) {
    const member = Number([...seal.classList].find((name) => name.startsWith('m-'))?.slice(2));
    seal.classList.toggle('is-writing', writing.has(member));
  }
  const names = [...writing.keys()].map((member) =>
    document.querySelector(`#r-presence .m-${CSS.escape(member)} .seal`)?.getAttribute('aria-label')
  ).filter(Boolean);
  const [who, other, third] = names;
  const many = ['', 'one-writes', 'two-write', 'three-write'][names.length] ?? 'many-write';
  place.hidden = !many;
  place.textContent = many && words(many, { who, other, third });
}

function states() {
  return new Map(
    [...document.querySelectorAll('.ballot-seals .voter')].map((voter) => [
      [...voter.classList].find((name) => name.startsWith('m-')) ?? '',
      there('.seal', voter).className,
    ]),
  );
}

function land(were) {
  for (const [member, state] of states()) {
    if (!were.has(member) || were.get(member) === state || !/is-(for|against)/.test(state)) continue;
    const seal = there(`.ballot-seals .${CSS.escape(member)} .seal`);
    seal.classList.add('just-landed');
    seal.addEventListener('animationend', () => seal.classList.remove('just-landed'), { once: true });
  }
}
