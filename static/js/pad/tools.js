// What is in the hand: a tool, an ink, a mirror. The toolbar is one stop of the Tab key, with arrows inside.

const KEYS = { p: 'pen', f: 'felt', e: 'rubber' };
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

let form = null;
let bar = null;
let does = {};
const hand = { tool: 'pen', ink: '', mirror: false };

/** `deeds` by name: undo, redo, closer. */
export function start(writing, deeds) {
  [form, does] = [writing, deeds];
  bar = form.querySelector('[data-tool]').closest('[role="toolbar"]');
  hand.ink = form.querySelector('[data-ink][aria-checked="true"]').dataset.ink;
  bar.addEventListener('click', onClick);
  bar.addEventListener('keydown', onArrow);
  bar.addEventListener('focusin', (event) => stop(event.target.closest('button')));
  form.addEventListener('keydown', onKey);
  stop(bar.querySelector('button'));
}

export function inHand() {
  return hand;
}

function onClick(event) {
  const button = event.target.closest('button');
  if (!button) return;
  if (button.dataset.tool) take(button.dataset.tool);
  else if (button.dataset.ink) dip(button.dataset.ink);
  else if (button.dataset.pad === 'mirror') mirror();
  else if (button.dataset.pad) does[button.dataset.pad]();
}

function take(tool) {
  hand.tool = tool;
  for (const button of form.querySelectorAll('[data-tool]')) {
    button.setAttribute('aria-pressed', String(button.dataset.tool === tool));
  }
  form.querySelector('[data-paper]').dataset.with = tool;
}

// Whoever chooses an ink wants to draw with it.
function dip(ink) {
  hand.ink = ink;
  for (const button of form.querySelectorAll('[data-ink]')) {
    button.setAttribute('aria-checked', String(button.dataset.ink === ink));
  }
  if (hand.tool === 'rubber') take('pen');
}

function mirror() {
  hand.mirror = !hand.mirror;
  form.querySelector('[data-pad="mirror"]').setAttribute('aria-pressed', String(hand.mirror));
  form.querySelector('[data-paper]').classList.toggle('is-mirrored', hand.mirror);
}

// Letters choose while the hand is on the paper or among the tools; elsewhere they are written.
function onKey(event) {
  const isHere = event.target.closest('[data-paper]') || event.target.closest('[data-tool], [data-ink], [data-pad]');
  if (!isHere || event.altKey) return;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    const deed = key === 'z' ? (event.shiftKey ? 'redo' : 'undo') : key === 'y' ? 'redo' : '';
    if (!deed) return;
    event.preventDefault();
    does[deed]();
  } else if (KEYS[key]) {
    event.preventDefault();
    take(KEYS[key]);
  }
}

function onArrow(event) {
  const step = STEPS[event.key];
  const every = [...bar.querySelectorAll('button')].filter((button) => button.offsetParent && !button.disabled);
  const at = every.indexOf(event.target.closest('button'));
  if (at < 0 || !step && event.key !== 'Home' && event.key !== 'End') return;
  event.preventDefault();
  const to = step ? (at + step + every.length) % every.length : event.key === 'Home' ? 0 : every.length - 1;
  every[to].focus();
}

function stop(at) {
  if (at) { for (const button of bar.querySelectorAll('button')) button.tabIndex = button === at ? 0 : -1; }
}
