// What is being written lies on the server too, for its writer alone: written down after each rest of the keys, and
// offered where it is other than what stands here. Nothing is put in its place in silence.

import { listen } from '../live.js';
import { there } from '../there.js';
import { words } from '../words.js';
import * as drafts from './drafts.js';

const REST = 2_000; // ms without a key before it is written down
const HURRY = 300; // ms where the browser itself keeps nothing
const LAST_WORDS = 60_000; // bytes that a page may still send while it goes
const AGAIN = 10_000; // ms between tries while the line is down
const LEFT = 'carte.left'; // what this tab put into the pocket when it was left last

let form = null;
let timer = 0;
let isWriting = false;
let isAsking = false; // two are there, and nobody has chosen yet
let former = ''; // the place from which it went on here, until it is written down here
let page = { take: (_fields) => {}, blank: () => {} };

const asked = () => there('#unfinished');
const pocket = () => there('#pocket');

/** `page.take(fields)` puts a card into the form, `page.blank()` a blank one. */
export function start(writing, given) {
  form = writing;
  page = given;
  former = form.dataset.takesUp ?? '';
  for (const part of [asked(), pocket()]) part.addEventListener('click', onPress);
  listen((what) => {
    if (what.kind === 'open' && drafts.isOwed()) soon(0);
  });
  addEventListener('online', () => soon(0));
  document.addEventListener('carte:pocketed', look);
  addEventListener('pagehide', leave);
  addEventListener('offline', () => drafts.kept() && drafts.markHere());
  document.addEventListener('visibilitychange', () => document.hidden && drafts.isOwed() && write());
  look();
}

/** Write it down before another card lies here. */
export function now() {
  clearTimeout(timer);
  write();
}

/** Another card lies here: what was begun of that? */
export function turn() {
  clearTimeout(timer);
  isAsking = false;
  former = form.dataset.takesUp ?? '';
  asked().replaceChildren();
  look();
}

/** Write it down when the keys rest. */
export function soon(rest = drafts.isHomeless() ? HURRY : REST) {
  clearTimeout(timer);
  timer = setTimeout(write, rest);
}

/** It was put to the table, or thrown away: what lies on the server goes too, as this tab has seen it. */
export async function done(on = drafts.on()) {
  const place = drafts.place();
  clearTimeout(timer);
  isAsking = false;
  await send('DELETE', place, null, on);
  look();
}

/** What lies on the server at this place, and what else one has begun. */
async function look() {
  const wanted = new URLSearchParams({ place: drafts.place(), instead: former });
  const [place, stoodOn] = [drafts.place(), drafts.on()];
  let html = '';
  try {
    const answer = await fetch(`${form.dataset.unfinished}?${wanted}`, {
      credentials: 'same-origin',
      headers: { 'X-Carte': '1' },
    });
    if (!answer.ok) return;
    html = await answer.text();
  } catch {
    return; // the line is down: what lies here is all there is
  }
  if (drafts.place() !== place) return; // another card lies here
  if (drafts.on() !== stoodOn) { // written down since it was asked: the answer knows nothing of that
    await look();
    return;
  }
  const holder = document.createElement('template');
  holder.innerHTML = html;
  const lines = holder.content.querySelector('.pocket');
  if (lines) lines['open'] = pocket().querySelector('details')?.open ?? false;
  asked().replaceChildren(...holder.content.querySelectorAll('.unfinished-choice'));
  pocket().replaceChildren(...lines ? [lines] : []);
  weigh();
}

// What stands here against what lies there.
function weigh() {
  const choice = asked().querySelector('.unfinished-choice');
  const mine = drafts.isHeld();
  if (!choice) {
    isAsking = false; // what was asked about is gone
    if (mine && drafts.isOwed()) soon(0);
    // It was written down, and is there no more: it was put to the table or thrown away elsewhere.
    else if (mine && drafts.on()) {
      drafts.forget();
      page.blank();
    }
    return;
  }
  const version = Number(choice.dataset.version);
  const isHere = choice.dataset.place === drafts.place();
  if (isSame(theirs(choice), drafts.written())) return settle(choice, isHere ? version : 0, !isHere);
  if (isHere && mine && drafts.isOwed() && drafts.on() === version) return soon(0); // written on top of it
  isAsking = true;
  choice.hidden = false;
}

const theirs = (choice) => JSON.parse(choice.dataset.fields);

// A form has the fields its page was drawn with: what only one of the two knows is no difference, and neither is what stands
// in a sentence that nobody took; its choices change with the room.
function isSame(one, other) {
  return Object.keys(one).every((name) =>
    !(name in other) || (one[name] || '') === (other[name] || '') || isIdle(name, one) && isIdle(name, other)
  );
}

function isIdle(name, fields) {
  const [, row = ''] = /^(e_.+-\d+-)(?!in$)/.exec(name) ?? [];
  return row !== '' && !fields[`${row}in`];
}

const isBlank = (fields) => !['title', 'text', 'flavour', 'doodle', 'picture'].some((name) => fields[name]?.trim());

function settle(choice, version, isOwed) {
  isAsking = false;
  choice.remove();
  drafts.keep({ on: version, isOwed });
  if (isOwed) soon(0);
  else drafts.mark(words('kept'));
}

async function write() {
  if (isAsking || !drafts.isOwed()) return;
  if (isWriting) return soon();
  const [place, fields] = [drafts.place(), drafts.written()];
  isWriting = true;
  const answer = await send('PUT', place, fields, drafts.on());
  isWriting = false;
  if (drafts.place() !== place) return; // another card lies here; this browser keeps what is owed of the one before
  if (!answer) {
    drafts.markHere();
    return soon(AGAIN);
  }
  const told = await answer.json().catch(() => ({}));
  if (answer.ok) {
    if (!drafts.isHeld()) return done(told.version); // it went to the table while it was on its way
    drafts.sent(told.version, !isSame(fields, drafts.written()));
    if (drafts.isOwed()) soon();
    else drafts.mark(words('kept'));
    if (former && former !== drafts.place()) send('DELETE', former).then(look);
    former = '';
  } else if (told.code === 'unfinished.newer') {
    drafts.markHere();
    await look();
  } else {
    drafts.markHere(told.words);
    if (answer.status === 429) soon(AGAIN);
  }
}

// null where it is not known whether it arrived.
async function send(
  method,
  place,
  fields = /** @type {object | null} */ (null),
  on = fields ? 0 : null,
  isLeaving = document.hidden,
) {
  const body = fields && JSON.stringify(fields);
  try {
    const wanted = new URLSearchParams({ place, ...(on === null ? {} : { on: String(on) }) });
    const answer = await fetch(`${form.dataset.unfinished}?${wanted}`, {
      method,
      body,
      keepalive: isLeaving && (body?.length ?? 0) < LAST_WORDS,
      credentials: 'same-origin',
      headers: {
        'X-Carte': '1',
        'Content-Type': 'application/json',
        'X-CSRFToken': form.elements['csrfmiddlewaretoken'].value,
      },
    });
    return answer.status >= 502 ? null : answer;
  } catch {
    return null;
  }
}

// --- choosing, and the pocket -----------------------------------------------------------------------------------------

async function onPress(event) {
  const press = event.target.closest('button');
  if (!press) return;
  const line = press.closest('li');
  const choice = press.closest('.unfinished-choice');
  if (press.hasAttribute('data-restore')) await restore(choice);
  else if (press.hasAttribute('data-stay')) await stay(choice);
  else if (press.hasAttribute('data-pocket')) await putAway();
  else if (press.hasAttribute('data-out')) await takeOut(line, JSON.parse(press.dataset.out));
  else if (press.hasAttribute('data-throw')) await throwAway(press, line);
}

async function restore(choice) {
  const isHere = choice.dataset.place === drafts.place();
  if (!(await keepAside(drafts.written()))) return;
  page.take(theirs(choice));
  settle(choice, isHere ? Number(choice.dataset.version) : 0, !isHere);
  form.elements['title'].focus();
  look();
}

async function stay(choice) {
  if (!(await keepAside(theirs(choice)))) return;
  settle(choice, choice.dataset.place === drafts.place() ? Number(choice.dataset.version) : 0, true);
  form.elements['title'].focus();
}

// The other of two new cards goes into the pocket: a choice loses none. Of a change to a card one alone is meant.
function keepAside(fields) {
  return drafts.place() !== 'new' || isBlank(fields) || intoPocket(fields);
}

// Whoever leaves without choosing finds in the pocket what stood on this page alone; once, however often they leave.
function leave() {
  const fields = drafts.written();
  if (!isAsking || drafts.place() !== 'new' || isBlank(fields)) return;
  const left = JSON.stringify(fields);
  if (wasLeft(left)) return;
  send('PUT', inPocket(), fields, 0, true);
  try {
    sessionStorage.setItem(LEFT, left);
  } catch { /* it lies there twice, then */ }
}

function wasLeft(left) {
  try {
    return left === sessionStorage.getItem(LEFT);
  } catch { // nothing is kept here
    return false;
  }
}

function inPocket() {
  const name = [...crypto.getRandomValues(new Uint8Array(6))].map((n) => n.toString(16).padStart(2, '0')).join('');
  return `pocket.${name}`;
}

async function intoPocket(fields) {
  const answer = await send('PUT', inPocket(), fields);
  if (answer?.ok) return true;
  const told = await answer?.json().catch(() => null);
  drafts.mark(told?.words ?? words('kept-here'));
  return false;
}

async function putAway() {
  const fields = drafts.written();
  if (!isBlank(fields)) {
    if (!(await intoPocket(fields))) return;
    const cleared = done();
    drafts.forget();
    page.blank();
    await cleared;
  }
  form.elements['title'].focus();
}

async function takeOut(line, fields) {
  if (!(await keepAside(drafts.written()))) return;
  page.take(fields);
  drafts.keep({ isOwed: true });
  await write();
  if (!drafts.isOwed()) await send('DELETE', line.dataset.place);
  form.elements['title'].focus();
  look();
}

// The words go for good: it takes a second press.
async function throwAway(press, line) {
  if (!press.hasAttribute('data-sure')) {
    press.setAttribute('data-sure', '');
    press.textContent = words('throw-away-sure');
    return;
  }
  await send('DELETE', line.dataset.place);
  look();
}
