// The picture of the card that is written: templates/cards/_picture_field.html has its parts, the form's hidden fields
// what is there. Chosen, dropped, pasted or taken with a camera; moved in its place on the card or by sliders.

import { say } from '../announce.js';
import { words } from '../words.js';
import { bring, forget } from './bring.js';
import * as crops from './crop.js';
import * as hand from './hand.js';

const QUIET = 500; // ms without a move before what is shown is told
// Whose a picture is, its licence and what it shows are said of that picture, and of no other.
const NOBODYS = { picture_credit: '', picture_licence: '', art_words: '' };

let form = null;
let field = null;
let place = null;
let telling = 0;
/** @type {{ crop: string, at: { x: number, y: number, zoom: number } | null }} */
let last = { crop: '', at: null }; // the view that was rounded to that crop: going on from there, nothing creeps

const found = document.querySelector('[data-picture-field]');
if (found) start(found);

function start(writing) {
  field = writing;
  form = field.closest('form');
  form.classList.add('takes-pictures');
  place = form.querySelector('[data-picture-place]');
  const chooser = field.querySelector('[data-picture-file]');
  chooser.addEventListener('change', () => {
    if (chooser.files.length) take(chooser.files[0]);
    chooser.value = '';
  });
  form.querySelector('[data-picture-choose]')?.addEventListener('click', () => {
    form.classList.add('wants-picture');
    chooser.click();
  });
  field.querySelector('[data-picture-remove]').addEventListener('click', () => remove(chooser));
  for (const slider of sliders()) slider.addEventListener('input', slide);
  form.elements['picture'].addEventListener('carte:filled', show);
  form.elements['picture_crop'].addEventListener('carte:filled', show);
  form.elements['art_lines']?.addEventListener('input', show);
  const card = form.querySelector('.wcard') ?? form;
  card.addEventListener('dragover', (event) => {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault();
  });
  card.addEventListener('drop', (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  });
  form.addEventListener('paste', (event) => {
    const file = [...event.clipboardData.files].find((one) => one.type.startsWith('image/'));
    if (!file) return;
    event.preventDefault();
    take(file);
  });
  hand.start(place, { moved, tapped });
  // How high it is drawn where nobody said follows from the words: the printed face tells.
  const printed = document.getElementById('preview');
  if (printed) new MutationObserver(show).observe(printed, { childList: true });
  show();
}

async function take(file) {
  const progress = field.querySelector('.picture-progress');
  amiss('');
  progress.value = 0;
  progress.hidden = false;
  field.setAttribute('aria-busy', 'true');
  const kept = await bring(file, {
    address: field.dataset.address,
    largest: Number(field.dataset.largest),
    side: Number(field.dataset.side),
    progress: (part) => progress.value = Math.round(part * 100),
    amiss,
  });
  progress.hidden = true;
  field.removeAttribute('aria-busy');
  if (!kept) return;
  const was = form.elements['picture'].value;
  put({
    picture: kept.picture,
    picture_size: `${kept.width}x${kept.height}`,
    picture_crop: '',
    ...(was && was !== kept.picture ? NOBODYS : {}),
  });
  say(words('picture-there'));
  place.focus({ preventScroll: true });
}

function remove(chooser) {
  forget();
  amiss('');
  put({ picture: '', picture_size: '', picture_crop: '', ...NOBODYS });
  say(words('picture-gone'));
  form.classList.add('wants-picture');
  chooser.focus();
}

function amiss(sentence) {
  const said = field.querySelector('[data-wrong="picture"]');
  said.textContent = sentence;
  said.hidden = !sentence;
  return null;
}

function put(values) {
  for (const [name, value] of Object.entries(values)) form.elements[name].value = value;
  show();
  for (const name of ['picture', 'art_words']) {
    if (name in values) form.elements[name].dispatchEvent(new Event('input', { bubbles: true }));
  }
}

// --- what is shown ------------------------------------------------------------------------------------------------

function size() {
  const [width, height] = form.elements['picture_size'].value.split('x').map(Number);
  return width && height ? [width, height] : null;
}

function shape() {
  const box = place.getBoundingClientRect();
  return box.width && box.height ? box.width / box.height : 2;
}

function least() {
  return Number(field.dataset.least);
}

function asItFits() {
  const rows = document.querySelector('#preview .cf')?.dataset.rows ?? '5';
  return rows === '0' ? '1' : rows;
}

function current(of) {
  const { crop, at } = last;
  const isOurs = form.elements['picture_crop'].value === crop;
  return at && isOurs ? crops.held(at, of, shape()) : crops.view(cut(), of, shape());
}

function cut() {
  const parts = form.elements['picture_crop'].value.split(' ').map(Number);
  return parts.length === 4 && parts.every(Number.isFinite) ? parts : [0, 0, 1000, 1000];
}

function show() {
  const name = form.elements['picture'].value;
  const of = size();
  const isThere = /^[0-9a-f]{64}$/.test(name) && of !== null;
  form.classList.toggle('has-picture', isThere);
  place.hidden = !isThere;
  for (const part of ['[data-picture-crop]', '[data-picture-remove]']) field.querySelector(part).hidden = !isThere;
  field.querySelector('[data-picture-verb]').textContent = words(isThere ? 'picture-another' : 'picture-choose');
  if (!isThere) return;
  place.dataset.lines = form.elements['art_lines']?.value || asItFits();
  const [width, height] = of;
  const [x, y, wide, high] = cut();
  const sheet = place.querySelector('svg');
  sheet.setAttribute('viewBox', [x * width, y * height, wide * width, high * height].map((n) => n / 1000).join(' '));
  const image = sheet.querySelector('image');
  image.setAttribute('width', String(width));
  image.setAttribute('height', String(height));
  const address = place.dataset.at.replace('-', name);
  if (image.getAttribute('href') !== address) image.setAttribute('href', address);
  const at = current(of);
  const shown = { zoom: at.zoom * 100, x: at.x * 1000, y: at.y * 1000 };
  for (const slider of sliders()) {
    slider.value = String(Math.round(shown[slider.dataset.pictureSlide]));
    slider.setAttribute('aria-valuetext', valueOf(slider));
  }
}

function valueOf(slider) {
  return `${Math.round(Number(slider.value) / (slider.dataset.pictureSlide === 'zoom' ? 1 : 10))} %`;
}

// --- moved --------------------------------------------------------------------------------------------------------

function sliders() {
  return /** @type {NodeListOf<HTMLInputElement>} */ (field.querySelectorAll('[data-picture-slide]'));
}

function slide() {
  const at = Object.fromEntries([...sliders()].map((slider) => [slider.dataset.pictureSlide, Number(slider.value)]));
  look({ x: at.x / 1000, y: at.y / 1000, zoom: at.zoom / 100 });
}

function moved({ dx, dy, zoom }) {
  const of = size();
  if (!of) return;
  const at = current(of);
  const [, , wide, high] = crops.crop(at, of, shape(), least());
  look({ x: at.x - dx * wide / 1000, y: at.y - dy * high / 1000, zoom: at.zoom * zoom });
}

function tapped(x, y) {
  moved({ dx: 0.5 - x, dy: 0.5 - y, zoom: 1 });
}

function look(at) {
  const of = size();
  if (!of) return;
  const next = crops.crop(at, of, shape(), least()).join(' ');
  last = { crop: next, at: crops.held(at, of, shape()) };
  if (next === form.elements['picture_crop'].value) return;
  put({ picture: form.elements['picture'].value, picture_crop: next });
  clearTimeout(telling);
  telling = setTimeout(tell, QUIET);
}

function tell() {
  const [x, y, wide, high] = cut();
  const part = Math.round(wide * high / 10_000);
  say(words('picture-shown', { part, x: Math.round((x + wide / 2) / 10), y: Math.round((y + high / 2) / 10) }));
}
