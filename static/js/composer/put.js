// The one button: off until there is something to put, and the line beneath says what is missing. Ctrl and Enter press it.

import { isLost, listen } from '../live.js';
import { words } from '../words.js';

const LOST_FOR = 1_500; // ms; a shorter gap is not worth a word

let form = null;
let isDrawnOn = () => false;

const button = () => document.querySelector('#r-go button, .composer-go');
const line = () => document.querySelector('[data-lacks]');

/** `isOnItsWay()` where something is drawn that no field holds yet. */
export function start(writing, isOnItsWay) {
  form = writing;
  isDrawnOn = isOnItsWay;
  document.addEventListener('submit', (event) => {
    if (event.target !== form || !lacking()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    refresh();
    line()?.setAttribute('data-pressed', ''); // read also where a keyboard takes the room
    go();
  }, { capture: true });
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    press();
  });
  form.elements.title.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.isComposing) return;
    event.preventDefault(); // a title is one line: what follows it is written next
    (document.querySelector('.has-paper:not(.is-plain) #w-paper') ?? form.elements.text).focus();
  });
  listen((what) => {
    if (what.kind === 'lost') setTimeout(refresh, LOST_FOR);
    if (what.kind === 'open' || what.kind === 'lost' || (what.kind === 'after' && what.ids.includes('r-go'))) refresh();
  });
  addEventListener('offline', refresh);
  addEventListener('online', refresh);
  refresh();
}

// A title, and words or a picture. A sentence chosen for the table is on no card: the rule's own words are.
function lacking() {
  const has = (name) => Boolean(form.elements[name]?.value?.trim());
  if (!has('title')) return 'lacks-title';
  if (has('text') || has('doodle') || has('picture') || isDrawnOn()) return '';
  const isSaid = form.elements.kind?.value === 'rule' && form.querySelector('.taken-in input:checked');
  return isSaid ? 'lacks-own-words' : 'lacks-text';
}

function go() {
  if (lacking() === 'lacks-title') form.elements.title.focus();
  else (document.querySelector('.has-paper:not(.is-plain) #w-paper') ?? form.elements.text).focus();
}

/** Press the button. */
export function press() {
  button()?.click();
}

/** Say how things stand. */
export function refresh() {
  const [main, told] = [button(), line()];
  if (!main || !told) return;
  const lacks = lacking();
  const isDown = isLost(LOST_FOR) || navigator.onLine === false;
  const said = isDown ? words('line-dropped-card') : lacks ? words(lacks) : '';
  if (lacks) main.setAttribute('aria-disabled', 'true');
  else main.removeAttribute('aria-disabled');
  if (told.textContent !== said) told.textContent = said;
  told.hidden = !said;
  if (!lacks) told.removeAttribute('data-pressed');
}
