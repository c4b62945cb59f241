// Commands: every form marked data-command, and the buttons of the page's one form, are sent by fetch with a request
// key made at the press. The button is held until the answer; what cannot be sent is kept in the outbox and sent again
// with the same key, so that nothing is lost and nothing counts twice. Without this script the same forms simply post.

import { hasWrittenSince } from './busy.js';
import { expect, isLost, listen, resync } from './live.js';
import { say, sayNow } from './announce.js';
import { pin, unpin } from './pinned.js';
import { there } from './there.js';
import { words } from './words.js';

const RETRY = 4_000; // ms between tries while the line is down
const LOST_FOR = 1_500; // ms; a shorter gap is not worth a word
const OLDEST = 12 * 3600 * 1000; // ms: an older wish is not sent behind anybody's back

let outboxName = 'carte.outbox';
let timer = 0;
let isFlushing = false;
const underWay = new Set(); // keys of what is being sent just now
const done = []; // listeners for what went through
const refused = []; // and for what did not

/** `listener({form, answer, body})` after a command was taken. */
export function whenTaken(listener) {
  done.push(listener);
}

/** `listener({told, wish, form})` when a command was refused in words; true: it has seen to it. */
export function whenRefused(listener) {
  refused.push(listener);
}

/** Send a command that no form holds: fields to an address, told about at the place of `form` (an id). */
export function command(address, fields, form = 'act') {
  const body = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  const key = newKey();
  body.set('key', key);
  const sender = document.getElementById(form) ?? there('#act');
  return send(
    {
      address: new URL(address, location.href).href,
      body: body.toString(),
      key,
      at: Date.now(),
      form: sender.id,
      place: form,
      data: {},
    },
    sender,
    null,
  );
}

/** Something that could not be done, said where a table says what was refused. */
export function tellRefused(told) {
  tellAt('act', told, {}, null);
}

/** What was said so is over, where it is still what stands there. */
export function untell(told) {
  if (document.querySelector('[data-said="act"]')?.textContent === told) unsay('act');
}

/** 12 random characters and 6 of the clock. crypto.randomUUID would need https, and kitchens have none. */
export function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((n) => (n % 36).toString(36)).join('') +
    Date.now().toString(36).slice(-6);
}

export function start(name) {
  outboxName = `carte.outbox.${name}`;
  document.addEventListener('submit', onSubmit);
  addEventListener('online', flush);
  listen((what) => {
    if (what.kind === 'open') flush();
    if (what.kind === 'lost') setTimeout(showLine, LOST_FOR);
    if (what.kind === 'lost' || what.kind === 'open') showLine();
  });
  flush();
}

function onSubmit(event) {
  const form = event.target;
  if (form.id !== 'act' && !form.hasAttribute('data-command')) return;
  const button = event.submitter;
  if (button?.name === 'theme') return; // theme.js has its own way
  event.preventDefault();
  if (button?.hasAttribute('data-held') || form.hasAttribute('data-sending')) return;
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  if (button?.name) body.append(button.name, button.value); // FormData takes it in from Chrome 112, Safari 16.4 on
  body.set('key', newKey());
  const address = button?.hasAttribute('formaction') ? button.formAction : form.action;
  send(
    {
      address,
      body: body.toString(),
      key: body.get('key'),
      at: Date.now(),
      form: form.id,
      place: form.id,
      data: { ...button?.dataset },
    },
    form,
    button,
  );
}

async function send(wish, form, button) {
  hold(form, button);
  unsay(wish.place);
  keep(wish);
  const answer = await post(wish);
  release(form, button);
  // Not known whether it arrived: it stays in the outbox and is sent again with the same key.
  if (!answer) again();
  else {
    await take(answer, wish, form, button);
    if (waiting().length) flush(); // the line is up again
  }
  showLine();
}

async function post(wish) {
  const body = new URLSearchParams(wish.body);
  const token = document.querySelector('#act [name="csrfmiddlewaretoken"]');
  if (token) body.set('csrfmiddlewaretoken', token.value);
  underWay.add(wish.key);
  try {
    const answer = await fetch(wish.address, {
      method: 'POST',
      body,
      credentials: 'same-origin',
      headers: { 'X-Carte': '1', Accept: 'application/json' },
    });
    return answer.status >= 502 ? null : answer;
  } catch {
    return null;
  } finally {
    underWay.delete(wish.key);
  }
}

async function take(answer, wish, form, button = null) {
  drop(wish.key);
  // A question is an answer too: nothing went wrong, and nothing was done yet.
  const isQuestion = answer.headers.get('X-Carte-Ask') === '1';
  if (!isQuestion && (answer.ok || answer.redirected)) {
    const v = Number(answer.headers.get('X-Stream-Version'));
    const go = answer.headers.get('X-Carte-Go');
    for (const listener of done) listener({ form, answer, wish });
    if (form?.hasAttribute('data-clears')) form.querySelector('input:not([type="hidden"]), textarea').value = '';
    if (go) {
      location.assign(go);
      return;
    }
    if (v) expect(v);
    else if (answer.status !== 204) resync();
    return;
  }
  let told = {};
  try {
    told = await answer.json();
  } catch { /* a page in words, not for us */ }
  if (refused.some((listener) => listener({ told, wish, form }))) return;
  tellAt(wish.place, told.words || wordsFor(answer.status), told.fields || {}, form, wish.at, button);
  if (answer.status === 409 || answer.status === 404) resync();
}

function wordsFor(status) {
  if (status === 404) return words('is-gone');
  if (status === 403) return words('is-unknown');
  if (status === 413) return words('is-too-much');
  if (status === 429) return words('is-too-often');
  return words('is-broken');
}

// --- words at the place -------------------------------------------------------------------------------------------

// Where it went wrong takes the focus, but of nobody who went on writing since `at`. Said beside the `button` that was
// pressed, wherever on the page the words have their place.
function tellAt(place, told, fields, form, at = 0, button = null) {
  const line = document.querySelector(`[data-said="${place}"]`);
  if (line) {
    line.textContent = told;
    line.hidden = false;
  } else sayNow(told);
  let first = null;
  const alike = [];
  for (const [name, wrong] of Object.entries(fields)) {
    const note = form?.querySelector(`[data-wrong="${name}"]`);
    const input = form?.elements?.[name];
    if (note) {
      note.textContent = wrong;
      note.hidden = false;
      if (line && wrong === told) alike.push(note);
      note.classList.remove('is-near');
    }
    if (input instanceof Element) {
      input.setAttribute('aria-invalid', 'true');
      first ??= input;
    }
  }
  // Said beside the button that was pressed: the parts may lie behind the foot. The same words at a part are then its
  // description alone.
  for (const note of alike) note.hidden = true;
  const isWriting = at && hasWrittenSince(at);
  if (!isWriting) focusOn(first);
  if (!isWriting) line?.scrollIntoView({ block: 'nearest' });
  if (!button || !told || !pin(told, button, line)) return;
  if (line) line.hidden = true;
  for (const note of alike) note.hidden = false; // what is pinned goes with the next press
}

function focusOn(first) {
  const stands = first && document.getElementById(first['dataset'].stands ?? '');
  (stands?.isContentEditable ? stands : first)?.focus();
}

function unsay(place) {
  unpin();
  const line = document.querySelector(`[data-said="${place}"]`);
  if (line) {
    line.hidden = true;
    line.textContent = '';
  }
}

function hold(form, button) {
  form.setAttribute('data-sending', '');
  for (const held of button ? [button, ...siblings(button)] : []) {
    held.setAttribute('data-held', '');
    held.setAttribute('aria-busy', 'true');
  }
}

// The other answer to the same question waits as well.
function siblings(button) {
  return button.name
    ? [...(button.parentElement?.querySelectorAll(`button[name="${button.name}"]`) ?? [])].filter((b) => b !== button)
    : [];
}

function release(form, button) {
  form.removeAttribute('data-sending');
  for (const held of document.querySelectorAll('[data-held]')) {
    if (button && held !== button && !siblings(button).includes(held)) continue;
    held.removeAttribute('data-held');
    held.removeAttribute('aria-busy');
  }
}

// --- the outbox ---------------------------------------------------------------------------------------------------

function outbox() {
  try {
    return JSON.parse(sessionStorage.getItem(outboxName) || '[]');
  } catch {
    return [];
  }
}

function store(wishes) {
  try {
    if (wishes.length) sessionStorage.setItem(outboxName, JSON.stringify(wishes));
    else sessionStorage.removeItem(outboxName);
  } catch { /* private browsing: the command still goes, it is only not kept */ }
}

function keep(wish) {
  store([...outbox().filter((other) => other.key !== wish.key), wish]);
}

function drop(key) {
  store(outbox().filter((wish) => wish.key !== key));
}

/** What is kept and not being sent just now. */
function waiting() {
  return outbox().filter((wish) => !underWay.has(wish.key));
}

function again() {
  clearTimeout(timer);
  timer = setTimeout(flush, RETRY);
}

/** Send what waits, oldest first. What still waits at the end is tried again. */
export async function flush() {
  if (isFlushing) return;
  isFlushing = true;
  try {
    for (const wish of waiting()) {
      if (Date.now() - wish.at > OLDEST) {
        drop(wish.key);
        continue;
      }
      const answer = await post(wish);
      if (!answer) return;
      await take(answer, wish, document.getElementById(wish.form));
      if (answer.ok && !answer.headers.has('X-Carte-Ask')) say(words('line-back'));
    }
  } finally {
    isFlushing = false;
    if (waiting().length) again();
    showLine();
  }
}

function showLine() {
  const line = document.getElementById('line');
  if (!line) return;
  const kept = waiting();
  const isVote = kept.some((wish) => wish.data?.vote);
  const isDown = kept.length > 0;
  const isAlone = !isDown && isLost(LOST_FOR);
  const told = isDown ? words(isVote ? 'vote-waits' : 'words-wait') : isAlone ? words('line-lost') : '';
  if (line.textContent === told) return;
  line.textContent = told;
  line.hidden = !told;
  if (told) sayNow(told);
}
