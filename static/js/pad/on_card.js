// Drawing on another's card where it lies on the mat. The pad lies in its place, outside every live region, beside the vote;
// what others draw is seen on it too, and what is drawn on it is seen by them (telling.js).

import { tellRefused, whenTaken } from '../act.js';
import { isHeld } from '../busy.js';
import { arrive } from '../later.js';
import { listen } from '../live.js';
import { there } from '../there.js';
import { words } from '../words.js';
import { remember, remembered } from './door.js';
import { Pad } from './pad.js';
import { send, Telling } from './telling.js';

const REST = 300; // ms until it is looked again whether the hand rests

let form = null;
let pad = null;
let telling = null;
let me = '';
let timer = 0;
let stood = 0; // how far down the paper stood before a frame came

const top = () => form.querySelector('[data-paper]').getBoundingClientRect().top;
const card = () => document.getElementById('r-card');
const together = () => document.getElementById('r-together');
const way = () => /** @type {HTMLAnchorElement | null} */ (together()?.querySelector('[data-draw]'));

if (together()) start();
arrive('js/pad/on_card.js', Pad);

function start() {
  me = there('[data-me]').dataset.me ?? '';
  document.addEventListener('click', onClick);
  listen((what) => {
    if (!form) return;
    if (what.kind === 'before') stood = top();
    if (what.kind !== 'after') return;
    standStill();
    look();
  });
  whenTaken(({ form: sent }) => {
    if (!form || sent !== form) return;
    telling.end();
    close();
  });
  const drawn = document.querySelector('form[data-draws]');
  const link = way();
  if (drawn) adopt(drawn);
  else if (link && remembered() && remembered() === together()?.dataset.number) open(link.href);
}

async function onClick(event) {
  const press = event.target.closest?.('[data-draw], [data-draw-close], [data-draw-drop], [data-draw-pocket]');
  if (!press || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (press.hasAttribute('data-draw')) await open(press.href);
  else if (press.hasAttribute('data-draw-close')) {
    if (!card()) location.assign(press.href);
    telling.tell();
    close();
  } else if (press.hasAttribute('data-draw-drop')) await drop(press);
  else await intoPocket();
}

async function open(address) {
  if (form) return pad.focus();
  const fresh = await fetched(address);
  if (!fresh || form) return;
  there('#r-card').after(fresh);
  adopt(fresh);
  form.scrollIntoView({ block: 'nearest' });
  pad.focus();
}

async function fetched(address) {
  const answer = await fetch(address, { credentials: 'same-origin', headers: { 'X-Carte': '1' } }).catch(() => null);
  if (!answer) return null; // the line is down, which is told; the way to it stays
  if (!answer.ok) {
    tellRefused(await answer.json().catch(() => ({})));
    return null;
  }
  const holder = document.createElement('template');
  holder.innerHTML = await answer.text();
  return holder.content.querySelector('form');
}

function adopt(fresh) {
  form = fresh;
  pad = new Pad(form);
  telling = new Telling(form, pad.drawing, say, me);
  remember(form.dataset.number);
  look();
}

function close() {
  if (!form) return;
  const had = form.contains(document.activeElement);
  form.remove();
  [form, pad, telling] = [null, null, null];
  remember('');
  if (had) (way() ?? document.getElementById('bh'))?.focus({ preventScroll: true });
}

function say(told) {
  const note = form?.querySelector('[data-draw-note]');
  if (!note || note.textContent === told) return;
  note.textContent = told;
  note.hidden = !told;
}

// What comes above the paper does not push it away under the hand.
function standStill() {
  const by = top() - stood;
  if (Math.abs(by) >= 1) form.closest('main').scrollBy({ top: by, behavior: 'instant' });
}

// What has become of the card meanwhile. Under a stroke nothing changes.
function look() {
  clearTimeout(timer);
  if (!form) return;
  if (pad.isDrawing || isHeld()) {
    timer = setTimeout(look, REST);
    return;
  }
  const isOver = together()?.dataset.number !== form.dataset.number;
  if (isOver !== form.classList.contains('is-over')) {
    form.classList.toggle('is-over', isOver);
    say(isOver ? words('draw-over') : '');
  }
  if (isOver) return;
  showOthers();
  const [now, link] = [card()?.dataset.wording, way()];
  if (now && now !== form.elements.wording.value && link) renew(link.href);
}

// It was worded anew: the strokes lie on the card as it reads now.
async function renew(address) {
  const fresh = await fetched(address);
  if (!fresh || !form || fresh.dataset.number !== form.dataset.number) return;
  if (pad.isDrawing) return look();
  for (const part of ['.cf-head', '.cf-type', '.cf-text']) {
    form.querySelector(part).replaceWith(fresh.querySelector(part));
  }
  for (const name of ['fit', 'title', 'kind']) {
    there('.cf', form).dataset[name] = there('.cf', fresh).dataset[name];
  }
  form.querySelector('.pad-under').replaceWith(fresh.querySelector('.pad-under'));
  Object.assign(form.elements.doodle.dataset, fresh.elements.doodle.dataset);
  form.elements.wording.value = fresh.elements.wording.value;
  pad.drawing.stand(Number(fresh.elements.art_lines.value));
  say(words('draw-reworded', { who: form.dataset.writer }));
}

function showOthers() {
  const ghosts = [...document.querySelectorAll('#ghosts .ghost')].filter((ghost) => ghost.dataset.by !== me);
  const images = ghosts.flatMap((ghost) => [...ghost.querySelectorAll('.cf-pic img')].slice(0, 1));
  form.querySelector('.pad-others').replaceChildren(...images.map((image) => image.cloneNode()));
  const names = ghosts.map((ghost) => there('.ghost-name', ghost).cloneNode(true));
  form.querySelector('.draw-others').replaceChildren(...names);
}

// It goes for good: that takes a second press.
async function drop(press) {
  if (!press.hasAttribute('data-sure')) {
    press.setAttribute('data-sure', '');
    press.textContent = words('throw-away-sure');
    return;
  }
  const answer = await send('DELETE', form.dataset.sketch, form);
  if (!answer?.ok) return say(words('draw-line'));
  telling.end();
  close();
}

// As a card of one's own, to be taken out where one writes. What was told of it may lie there already.
async function intoPocket() {
  const title = form.querySelector('.cf-title').textContent.trim();
  const body = JSON.stringify({ title, kind: 'thing', doodle: form.elements.doodle.value });
  const place = `pocket.drawing-${form.dataset.number}`;
  let answer = null;
  for (const one of [place, `${place}-${Date.now().toString(36)}`]) {
    answer = await send('PUT', `${form.dataset.pocket}?place=${one}&on=0`, form, body);
    if (answer?.status !== 409) break;
  }
  if (!answer?.ok) return say((await answer?.json().catch(() => null))?.words ?? words('draw-line'));
  telling.end();
  await send('DELETE', form.dataset.sketch, form);
  close();
  document.dispatchEvent(new CustomEvent('carte:pocketed'));
}
