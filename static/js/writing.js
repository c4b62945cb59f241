// The blank card on a page that has more to do. Its form is whole without scripts; theirs come when the card comes in sight
// or somebody reaches for it, and take over with what the fields hold. Until then no letter, tap or focus is lost: what a
// form does not do by itself is kept (composer/heard.js), and a press on its button waits for them.

import { whenRefused, whenTaken } from './act.js';
import { say } from './announce.js';
import { isField } from './busy.js';
import * as heard from './composer/heard.js';
import * as kept from './composer/kept.js';
import * as keyboard from './composer/keyboard.js';
import * as put from './composer/put.js';
import * as spread from './composer/spread.js';
import { bring } from './later.js';
import { listen, signal } from './live.js';
import { standAgain } from './resumed.js';

const SCRIPTS = 'js/composer/page.js';
const REACHED = '.composer, [href$="#write"], [data-write], [data-compose-open]';
const PATIENCE = 20_000; // ms for which a press on the button waits for them
const REACHES = ['focusin', 'pointerdown', 'pointerover', 'dragenter'];
const SEEN = 'input:not([type="hidden"], [type="file"]), select, textarea';
// What they put away is away while they are coming, so that nothing jumps; where they do not come, it stands there.
const MARKS = ['is-attended', 'has-pad', 'takes-pictures'];

/** @type {HTMLFormElement} */
let form; // none on a page without a card to write on
let deck = '';
let typed = new Set(); // names of fields that somebody wrote in, or chose, since the card lies here
let coming = /** @type {Promise<any> | null} */ (null);
let here = /** @type {any} */ (null); // the composer, once it has begun
let isOld = false; // the room has changed since the form was drawn
let isLost = false; // something of the scripts did not come
let held = /** @type {SubmitEvent | null} */ (null); // a press on the button that waits for them

export function start(name) {
  const found = /** @type {HTMLFormElement | null} */ (document.getElementById('writing'));
  if (!found) return;
  form = found;
  deck = name;
  form.classList.add(...MARKS);
  spread.start(form);
  keyboard.start(form);
  // The words keep the focus, and on a telephone the keyboard stays.
  form.querySelector('.markslip')?.addEventListener('pointerdown', (event) => event.preventDefault());
  kept.takeUp(deck, form);
  if (putDraftIn()) composer();
  put.start(form, heard.isDrawnOn);
  for (const kind of ['input', 'change']) form.addEventListener(kind, onTyped);
  document.addEventListener('submit', onSubmit, true);
  document.addEventListener('click', onWrite);
  addEventListener('hashchange', focusTitle);
  addEventListener('load', atTop); // the browser goes to the part that is named once all is there
  form.addEventListener('formdata', addUnseen);
  whenTaken(async ({ form: sent, wish }) => {
    if (sent !== form) return;
    const words = new URLSearchParams(wish.body);
    const it = here ?? (isLost ? null : await composer()); // what was pressed before this page was loaded comes early
    if (it) it.taken(words);
    else leave(words);
  });
  whenRefused(({ told, form: sent }) => {
    if (sent !== form) return false;
    if (here) here.refused(told);
    else if (!isLost) composer().then((it) => it?.refused(told));
    return false;
  });
  listen((what) => {
    if (what.kind === 'shut') keepWhatWasSaid();
    if (what.kind === 'after' && what.ids.includes('r-known')) isOld = true;
  });
  awaitSomebody();
  focusTitle();
}

/** Who has written on the card that lies here: the names of the fields. */
export function written() {
  return typed;
}

/** Another card lies here, or what was written is in. */
export function forgetTyped() {
  typed = new Set();
}

/** What writes cards, once it is here; null where it does not come, or this page has no card to write on. */
export async function composer() {
  if (!form) return null;
  coming ??= bring(SCRIPTS);
  const brought = await coming;
  if (brought) begin(brought);
  else {
    coming = null;
    giveUp();
  }
  return brought;
}

/** The blank card lies here, if another did. False where this page began with another. */
export function turnToBlank() {
  return here ? here.turnToBlank() : form?.dataset.compose === 'new';
}

function begin(brought) {
  if (here) return;
  here = brought;
  findAgain();
  for (const kind of REACHES) document.removeEventListener(kind, onReach, true);
  brought.start(form, deck, isOld);
  const stood = /** @type {HTMLElement | null} */ (document.activeElement);
  heard.doAgain();
  const isElsewhere = stood && isField(stood) && !form.contains(stood);
  if (stood && isField(stood)) stood.focus({ preventScroll: true }); // a stroke of before takes nobody out of their words
  if (!typed.size && !isElsewhere) standAgain();
  letGo();
}

// --- until they are here ------------------------------------------------------------------------------------------

function awaitSomebody() {
  heard.hear(form);
  for (const kind of REACHES) document.addEventListener(kind, onReach, true);
  addEventListener('online', () => isLost && composer());
  addEventListener('storage', ({ key }) => { // another tab writes it, and writes it down
    if (here || isLost || typed.size || key !== draftName()) return;
    if (!putDraftIn()) form.reset(); // it went to the table there
    put.refresh();
  });
  lostNote()?.querySelector('button')?.addEventListener('click', async () => {
    if (!await composer()) sayLost();
  });
  if (parts().some(isInSight)) composer();
  else watch();
}

// On a wide page the form lays its parts out in the page's columns and has no box of its own: its card has.
function parts() {
  return [form, ...form.querySelectorAll('.writing-card')];
}

function isInSight(part) {
  const { top, bottom, left, right, width } = part.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
}

function watch() {
  const sight = new IntersectionObserver((seen) => {
    if (!seen.some((one) => one.isIntersecting)) return;
    sight.disconnect();
    composer();
  });
  for (const part of parts()) sight.observe(part);
}

function onReach(event) {
  if (isLost && event.type === 'pointerover') return; // tried again when somebody means it
  if (event.target.closest?.(REACHED)) composer();
}

// What a draft has in fields that are seen stands in them at once, so that nobody begins beside it; the rest comes with
// the scripts, which take what is in hidden ones for the blank card's (composer/about.js).
function putDraftIn() {
  const draft = kept.draftOf(draftName());
  if (!draft) return false;
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll(SEEN))) {
    const name = field.getAttribute('name') ?? '';
    if (!(name in draft) || name === 'gap') continue; // which gap it is for is the deck's to know
    if (field.type === 'checkbox') field.checked = draft[name];
    else if (field.type !== 'radio') field.value = draft[name];
    else if (field.value === draft[name]) field.checked = true;
  }
  return true;
}

// Where they do not come, what is drawn on it goes with it all the same.
function addUnseen({ formData }) {
  const draft = here ? {} : kept.draftOf(draftName()) ?? {};
  for (const field of form.querySelectorAll('input[type="hidden"]:not([data-subject])')) {
    const name = field.getAttribute('name') ?? '';
    if (name in draft) formData.set(name, draft[name]);
  }
  if (draft[kept.ON]) formData.set('unfinished', String(draft[kept.ON])); // what lies on the server goes too, as it was seen
}

function onTyped(event) {
  typed.add(event.target.name);
  if (!here) kept.keepFields(draftName(), form, typed); // whoever goes before they come finds it again
  put.refresh();
  signal('typing');
}

// Without its scripts it is sent as any other command (act.js), and kept until it is in.
function onSubmit(event) {
  if (here || isLost || event.target !== form) return;
  event.stopImmediatePropagation();
  event.preventDefault();
  held = event;
  event.submitter?.setAttribute('aria-busy', 'true');
  setTimeout(() => {
    if (held === event) giveUp();
  }, PATIENCE);
  composer();
}

// It is in, and they are not here to empty the form: the page is loaded anew.
function leave(sent) {
  if (!kept.isAsSent(form, sent)) return; // somebody wrote on
  kept.drop(draftName());
  location.assign(form.dataset.then ?? '');
}

function giveUp() {
  if (!isLost) sayLost();
  heard.giveUp();
  isLost = true;
  form.classList.remove(...MARKS);
  form.classList.add('is-lost');
  letGo();
}

function sayLost() {
  const note = lostNote();
  if (!note) return;
  note.hidden = false;
  say(note.querySelector('span')?.textContent ?? '');
}

function findAgain() {
  isLost = false;
  form.classList.add(...MARKS);
  form.classList.remove('is-lost');
  const note = lostNote();
  if (note) note.hidden = true;
}

function lostNote() {
  return /** @type {HTMLElement | null} */ (form.querySelector('[data-lost]'));
}

function draftName() {
  return kept.nameOf(deck, form.dataset.compose);
}

function letGo() {
  const press = held;
  held = null;
  press?.submitter?.removeAttribute('aria-busy');
  if (press) put.press(); // the button of now: the foot may have been drawn anew meanwhile
}

/** Whoever is shown out takes along what they were about to say as well. */
function keepWhatWasSaid() {
  const [remark, reason] = ['say-box', 'reason'].map((id) => document.getElementById(id)?.value ?? '');
  if (!remark && !reason) return;
  try {
    localStorage.setItem(kept.nameOf(deck, 'said'), JSON.stringify({ remark, reason }));
  } catch { /* this browser has no room */ }
}

// --- taking a blank card ------------------------------------------------------------------------------------------

function onWrite(event) {
  const link = event.target.closest?.('[data-write]');
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  if (location.hash === '#write') focusTitle();
  else location.hash = '#write';
}

// A card is opened at its top: what it was set aside for stands above it, and a long page would begin below that.
function focusTitle() {
  if (location.hash !== '#write') return;
  composer();
  form.elements['title'].focus({ preventScroll: true });
  atTop();
}

function atTop() {
  if (location.hash === '#write' && !typed.size) scrollTo({ top: 0, left: scrollX, behavior: 'instant' });
}
