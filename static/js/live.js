// The page's socket: takes frames, morphs regions, asks for what it missed. Sends a heartbeat, and that one types.
// Protocol: docs/protocol.md. Commands go by HTTP (act.js).

import { news } from './announce.js';
import { hasRested, isHeld, isWriting } from './busy.js';
import { morph, shows } from './regions.js';
import { keepPlace, standAgain } from './resumed.js';

const PROTOCOL = 3;
const CROWDED = 4029; // too many sockets or messages: come back after CROWDED_FOR
const CROWDED_FOR = 30_000;
const FIRST = 500; // ms before the first try to come back, at most
const LAST = 30_000;
const SOON = 2_000; // ms at most, in the first minutes of a lost line, where the server is not crowded
const SOON_FOR = 120_000;
const HEARTBEAT = 10_000; // and as often as the server says in its hello
const ANSWER_WITHIN = 2_000; // ms: a heartbeat unanswered for longer, or a door: the line is dead
const STEADY = 5_000; // ms: a socket that held this long was a good one
const SIGNAL_EVERY = 2_000; // ms: more often need nobody know that one types
const RESTED = 20_000; // ms without a key after which a page may be loaded anew under whoever stands in a field
const FRAME_WITHIN = 1_000; // ms: after a command went through, its frame is here by then, or we fetch

const state = {
  root: /** @type {HTMLElement} */ (document.body), // until it is told
  socket: /** @type {WebSocket | null} */ (null),
  v: 0,
  mine: 0,
  tries: 0,
  timer: 0,
  beat: 0,
  every: HEARTBEAT,
  beaten: 0, // when the last heartbeat went
  silence: 0, // the timer that ends a line which does not answer
  patience: ANSWER_WITHIN,
  opened: 0,
  lostAt: 0,
  isReloading: false,
  isEnded: false,
  wasOpen: false,
  files: '', // which the server hands out, as it said when it greeted this page first
  fetching: /** @type {Promise<void> | null} */ (null),
  listeners: /** @type {((what: any) => void)[]} */ ([]),
  wrap: /** @type {((html: string, bringIn: () => void) => void) | null} */ (null),
  signalled: 0,
  waiting: 0, // frames that are not in place yet
  isTorn: false, // until all regions are fetched
  isFetched: false, // since the server was told what stands here
};

/** The version the page stands at. */
export function version() {
  return state.v;
}

/** The version that what was brought last is of, one's own regions too. */
export function drawnAt() {
  return Math.max(state.v, state.mine);
}

/** Whether there is no line, and has not been for `ms`. */
export function isLost(ms) {
  return !state.isEnded && state.lostAt > 0 && Date.now() - state.lostAt >= ms;
}

/** `listener({kind, ...})`: "before" and "after" a morph (with `ids`), "open" and "lost" of the line, "shut" of the door, "signal" (`by`). */
export function listen(listener) {
  state.listeners.push(listener);
}

/** `wrap(html, bringIn)` stands between a frame and the page: it calls bringIn(), soon and in the order they came. */
export function wrapMorphs(wrap) {
  state.wrap = wrap;
}

/** Put a frame in place, and what it changes inside regions that are there already. */
function bring({ html = '', parts = [] }, then = () => {}) {
  state.waiting += 1;
  const bringIn = () => {
    state.waiting -= 1;
    const isWhole = morph(html, parts, tell);
    if (!isWhole) tear();
    then();
  };
  if (state.wrap) state.wrap(html + parts.map((part) => part.html).join(''), bringIn);
  else bringIn();
}

function tell(what) {
  for (const listener of state.listeners) listener(what);
}

/** Join the page at `root` (an element with data-live, data-page, data-v) to its stream. */
export function start(root) {
  state.root = root;
  state.v = Number(root.dataset.v) || 0;
  connect();
  keepBeating();
  setTimeout(standAgain); // when all parts of the page have begun
  addEventListener('online', hurry);
  addEventListener('offline', heartbeat); // it is not answered
  addEventListener('pageshow', (event) => {
    if (event.persisted) {
      resync();
      hurry();
    }
  });
  addEventListener('pagehide', () => {
    if (state.socket?.readyState === WebSocket.OPEN) state.socket.close(); // one that is still on its way, the browser ends
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) {
      hurry();
      heartbeat();
    }
  });
}

function connect() {
  clearTimeout(state.timer);
  if (state.isEnded || state.isReloading) return;
  const { live = '', page = '', number } = state.root.dataset;
  const address = new URL(live, location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  address.searchParams.set('page', page);
  address.searchParams.set('v', String(state.v));
  address.searchParams.set('protocol', String(PROTOCOL));
  if (state.wasOpen) address.searchParams.set('again', '1'); // names may have changed meanwhile
  if (number) address.searchParams.set('number', number);
  if (!state.waiting) address.searchParams.set('shows', shows());
  state.isFetched = false;
  let socket;
  try {
    socket = new WebSocket(address);
  } catch {
    return later();
  }
  state.socket = socket;
  listenFor(2 * state.patience);
  socket.addEventListener('open', () => {
    if (socket !== state.socket) return;
    state.opened = Date.now();
    state.wasOpen = true;
    state.lostAt = 0;
    hear();
    if (state.isFetched) heartbeat();
    tell({ kind: 'open' });
  });
  socket.addEventListener('message', (event) => {
    if (socket !== state.socket) return;
    hear();
    receive(event.data);
  });
  socket.addEventListener('close', (event) => {
    if (socket === state.socket) lose(event.code);
  });
}

function lose(code) {
  hear();
  state.socket = null;
  state.lostAt ||= Date.now();
  if (state.opened && Date.now() - state.opened > STEADY) state.tries = 0;
  state.opened = 0;
  tell({ kind: 'lost', code });
  // 4001 and 4003: the door is shut. The page says so better than an endless knocking.
  if (code === 4001 || code === 4003) {
    state.isEnded = true;
    checkDoor();
    return;
  }
  if (code === CROWDED) state.timer = setTimeout(connect, CROWDED_FOR);
  else later();
}

// A line can die without a word: whatever hears nothing in time is ended by the page itself. A slow line that was taken
// for a dead one gets twice the time afterwards.
function listenFor(ms) {
  clearTimeout(state.silence);
  const { socket } = state;
  state.silence = setTimeout(() => {
    if (socket !== state.socket || document.hidden) return;
    socket?.close();
    state.lostAt ||= Date.now() - ms; // it has been dead since
    state.patience = Math.min(LAST, 2 * state.patience);
    lose(0);
  }, ms);
}

function hear() {
  clearTimeout(state.silence);
}

function keepBeating() {
  clearInterval(state.beat);
  state.beat = setInterval(() => {
    if (!document.hidden || Date.now() - state.beaten >= HEARTBEAT) heartbeat();
  }, state.every);
}

// Full jitter: after a restart a thousand pages must not come back in the same second.
function later() {
  const isFresh = state.every < HEARTBEAT && Date.now() - state.lostAt < SOON_FOR;
  const most = Math.min(isFresh ? SOON : LAST, FIRST * 2 ** state.tries);
  state.tries += 1;
  clearTimeout(state.timer);
  state.timer = setTimeout(connect, Math.max(100, Math.random() * most));
}

function hurry() {
  if (state.socket || state.isEnded) return;
  state.tries = 0;
  clearTimeout(state.timer);
  state.timer = setTimeout(connect, Math.random() * 300);
}

function heartbeat() {
  if (state.isTorn) resync();
  if (state.socket?.readyState !== WebSocket.OPEN) return;
  const isHeard = state.every < HEARTBEAT && !document.hidden;
  state.beaten = Date.now();
  state.socket.send(JSON.stringify({ v: state.v, fetched: state.isFetched || undefined, hear: isHeard || undefined }));
  state.isFetched = false;
  if (isHeard) listenFor(state.patience);
}

/** Something of the moment for the others in the room (typing): not kept, lost when the line is down. */
export function signal(name) {
  if (state.socket?.readyState !== WebSocket.OPEN || Date.now() - state.signalled < SIGNAL_EVERY) return;
  state.signalled = Date.now();
  state.socket.send(JSON.stringify({ signal: name }));
}

function receive(text) {
  let frame;
  try {
    frame = JSON.parse(text);
  } catch {
    return;
  }
  if (frame.reload || ('hello' in frame && isOfAnotherRelease(frame))) {
    reloadWhenIdle();
    return;
  }
  if ('beat' in frame) {
    state.every = Math.max(1, Number(frame.beat)) * 1_000;
    keepBeating();
    return;
  }
  if ('signal' in frame) {
    tell({ kind: 'signal', name: frame.signal, by: frame.by });
    return;
  }
  if ('mine' in frame) {
    if (frame.mine < Math.max(state.mine, state.v)) return; // drawn before what was fetched meanwhile
    state.mine = frame.mine;
    bring(frame);
    return;
  }
  if (!('v' in frame)) return;
  // A fragment may be newer than its number, never older: an overlap is harmless, a gap is not.
  if (frame.from > state.v) {
    resync();
    return;
  }
  if (frame.v < state.v) {
    heartbeat();
    return;
  } // fetched meanwhile: let presence be drawn again from here
  state.v = frame.v;
  bring(frame);
  news(frame.say, state.root.dataset.me, frame.lang);
  acknowledge();
}

// Sheets and scripts of a page fit the markup of their own release. By what was said first, and never by what the page
// was drawn with: it may have come from another process than answers here, while one release takes the other's place.
function isOfAnotherRelease({ hello, files = '' }) {
  state.files ||= files;
  return hello !== PROTOCOL || files !== state.files;
}

// The server need not wait for the next heartbeat to know that a reader keeps up.
function acknowledge() {
  clearTimeout(state.ack);
  state.ack = setTimeout(heartbeat, 1_500);
}

// A change was meant for another page than this one.
function tear() {
  state.isTorn = true;
  resync();
}

/** Fetch all regions as they are now. One at a time; a second wish while one is under way waits for the same answer. */
export function resync() {
  state.fetching ??= fetchRegions().finally(() => {
    state.fetching = null;
  });
  return state.fetching;
}

async function fetchRegions() {
  const address = new URL(location.href);
  address.hash = '';
  address.searchParams.set('regions', '1');
  let answer;
  try {
    answer = await fetch(address, { headers: { 'X-Carte': '1' }, credentials: 'same-origin' });
  } catch {
    return;
  } // the line is down; the socket will tell when it is back
  if (answer.status === 404 || answer.status === 403) {
    tell({ kind: 'shut' });
    location.reload();
    return;
  }
  // A page without regions (the one where cards are written) answers as a page: the next address is on its way.
  if (!answer.ok || !answer.headers.get('Content-Type')?.startsWith('application/json')) return;
  const now = await answer.json();
  if (now.v < state.v) return;
  state.v = now.v;
  state.isTorn = false;
  bring(now, () => {
    state.isFetched = true;
    heartbeat();
  });
}

async function checkDoor() {
  const answer = await fetch(location.href, { credentials: 'same-origin' }).catch(() => null);
  if (answer && !answer.ok) {
    tell({ kind: 'shut' });
    location.reload();
  } else {
    state.isEnded = false;
    later();
  }
}

/** A command went through at version `v`: should no frame bring us there in a second, we fetch. */
export function expect(v) {
  setTimeout(() => {
    if (state.v < v) resync();
    else if (!state.socket) resync();
  }, FRAME_WITHIN);
}

// A new release: wait until nobody is in the middle of a sentence or a stroke. Whoever only stands in a field stands there
// again afterwards, where this browser keeps that; a draft is kept in any case.
function reloadWhenIdle() {
  if (state.isReloading) return;
  state.isReloading = true;
  const mayReload = () => {
    if (isHeld() || document.querySelector('[data-held]') || isWriting() && !hasRested(RESTED)) return false;
    return keepPlace() || !isWriting();
  };
  const attempt = () => {
    if (mayReload()) location.reload();
    else setTimeout(attempt, 2_000);
  };
  setTimeout(attempt, Math.random() * 2_000);
}
