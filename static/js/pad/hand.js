// The hand on the paper: one finger, a pen or a mouse draws; two fingers push the page, or the paper when it is close.

import * as drawing from './drawing.js';
import * as paper from './paper.js';
import { mirrored, rubbed } from './strokes.js';

const AGAIN = 500; // ms after a pen for which fingers are the palm
const PALM = 80; // px a touch is wide when it is no finger, where somebody draws with a pen
const APART = { pen: 40, felt: 90 }; // 1/100 mm between two points that are kept

let pad = null;
let chosen = null; // () => {tool, ink, mirror}
let refused = null;
let touches = new Map();
let stroke = null;
let rubs = null;
let owner = null; // the pointer that draws
let pinch = null;
let penAt = -1; // when a pen was last felt
let frame = 0;

/** `choose` says what is in the hand; `refuse` is told the limit that a stroke would have passed. */
export function start(element, choose, refuse) {
  [pad, chosen, refused] = [element, choose, refuse];
  pad.addEventListener('pointerdown', onDown);
  pad.addEventListener('pointermove', onMove);
  for (const kind of ['pointerup', 'pointercancel', 'lostpointercapture']) pad.addEventListener(kind, onUp);
  // Where a browser scrolls with a finger although it is told not to.
  pad.addEventListener('touchmove', (event) => event.cancelable && event.preventDefault(), { passive: false });
  pad.addEventListener('dragstart', (event) => event.preventDefault()); // a picture under the hand is not carried off
  pad.addEventListener('contextmenu', (event) => owner === null || event.preventDefault());
}

export function isDrawing() {
  return owner !== null;
}

function isPalm(event) {
  if (event.pointerType !== 'touch' || penAt < 0) return false;
  return event.timeStamp - penAt < AGAIN || Math.max(event.width, event.height) > PALM;
}

function onDown(event) {
  if (event.button || event.target.closest('.padgrip')) return;
  if (event.pointerType === 'pen') penAt = event.timeStamp;
  if (isPalm(event)) return;
  pad.focus({ preventScroll: true });
  if (event.pointerType === 'touch') touches.set(event.pointerId, [event.clientX, event.clientY]);
  if (touches.size > 1) {
    letGo();
    pinch = measured();
    return;
  }
  if (owner !== null) return;
  owner = event.pointerId;
  try {
    pad.setPointerCapture(owner);
  } catch { /* it is gone already */ }
  begin(event);
}

function begin(event) {
  const { tool, ink } = chosen();
  if (tool === 'rubber') {
    rubs = drawing.strokes();
    rub(event);
    return;
  }
  const [x, y] = paper.onPaper(event.clientX, event.clientY);
  stroke = { tool, ink, points: [x, y], ...(isFelt(event) ? { pressure: [pressed(event)] } : {}) };
  soon();
}

// A pen feels how it is pressed. A mouse does not, and of fingers devices say what they like.
function isFelt(event) {
  return event.pointerType === 'pen' && event.pressure > 0 && event.pressure !== 0.5;
}

function pressed(event) {
  return Math.round(Math.max(0, Math.min(1, event.pressure)) * 100);
}

function onMove(event) {
  if (event.pointerType === 'pen') penAt = event.timeStamp;
  if (touches.has(event.pointerId)) touches.set(event.pointerId, [event.clientX, event.clientY]);
  if (pinch && touches.size > 1) pinched();
  if (event.pointerId !== owner) return;
  const every = event.getCoalescedEvents?.() ?? [];
  for (const one of every.length ? every : [event]) {
    if (rubs) rub(one);
    else if (stroke) go(one);
  }
}

function go(event) {
  const [x, y] = paper.onPaper(event.clientX, event.clientY);
  const [wasX, wasY] = stroke.points.slice(-2);
  if (Math.hypot(x - wasX, y - wasY) < APART[stroke.tool] / paper.zoom()) return;
  stroke.points.push(x, y);
  stroke.pressure?.push(pressed(event) || stroke.pressure.at(-1));
  soon();
}

function rub(event) {
  const [x, y] = paper.spot(event.clientX, event.clientY);
  rubs = rubbed(rubs, x, y);
  soon();
}

function onUp(event) {
  touches.delete(event.pointerId);
  if (touches.size < 2) pinch = null;
  if (event.pointerId !== owner) return;
  if (event.pointerType === 'pen') penAt = event.timeStamp;
  finish();
}

// What was drawn stays, also when the line of the pointer breaks off.
function finish() {
  const [drawn, left] = [stroke, rubs];
  letGo();
  if (left && left !== drawing.strokes()) drawing.draw(left);
  if (!drawn) return;
  const next = [...drawing.strokes(), drawn, ...(chosen().mirror ? [mirrored(drawn)] : [])];
  if (!drawing.draw(next)) refused(drawing.passed(next));
}

function letGo() {
  [stroke, rubs] = [null, null];
  owner = null;
  soon();
}

function soon() {
  frame ||= requestAnimationFrame(show);
}

function show() {
  frame = 0;
  if (rubs) paper.paint(rubs);
  const drawn = stroke ? [stroke] : [];
  paper.paintNow(stroke && chosen().mirror ? [...drawn, mirrored(stroke)] : drawn);
  if (!rubs && !stroke) paper.paint(drawing.strokes());
}

// --- two fingers ------------------------------------------------------------------------------------------------------

function measured() {
  const [[x, y], [otherX, otherY]] = [...touches.values()];
  return { x: (x + otherX) / 2, y: (y + otherY) / 2, wide: Math.hypot(otherX - x, otherY - y), zoom: paper.zoom() };
}

function pinched() {
  const now = measured();
  const closer = pinch.zoom * now.wide / (pinch.wide || 1);
  if (Math.abs(closer - paper.zoom()) > 0.04) paper.look(closer, [now.x, now.y]);
  if (paper.zoom() > 1) paper.push(now.x - pinch.x, now.y - pinch.y);
  else scroll(pinch.x - now.x, pinch.y - now.y);
  [pinch.x, pinch.y] = [now.x, now.y];
  soon();
}

// The page, or whatever the card lies in.
function scroll(x, y) {
  let place = pad.parentElement;
  while (place && !(place.scrollHeight > place.clientHeight && /auto|scroll/.test(getComputedStyle(place).overflowY))) {
    place = place.parentElement;
  }
  (place ?? globalThis).scrollBy(x, y);
}
