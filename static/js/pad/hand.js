// The hand on the paper: one finger, a pen or a mouse draws; two fingers push the page, or the paper when it is close.

import { mirrored, rubbed } from './strokes.js';

const AGAIN = 500; // ms after a pen for which fingers are the palm
const PALM = 80; // px a touch is wide when it is no finger, where somebody draws with a pen
const APART = { pen: 40, felt: 90 }; // 1/100 mm between two points that are kept

/** `inHand()` says {tool, ink, mirror}; `refuse` is told the limit that a stroke would have passed. */
export class Hand {
  #pad;
  #drawing;
  #paper;
  #chosen;
  #refuse;
  #touches = new Map();
  /** @type {import('./strokes.js').Stroke | null} */
  #stroke = null;
  #rubs = null;
  #owner = null; // the pointer that draws
  /** @type {{ x: number, y: number, wide: number, zoom: number } | null} */
  #pinch = null;
  #penAt = -1; // when a pen was last felt
  #frame = 0;

  constructor(pad, { drawing, paper, inHand, refuse }) {
    [this.#pad, this.#drawing, this.#paper, this.#chosen, this.#refuse] = [pad, drawing, paper, inHand, refuse];
    pad.addEventListener('pointerdown', (event) => this.#onDown(event));
    pad.addEventListener('pointermove', (event) => this.#onMove(event));
    for (const kind of ['pointerup', 'pointercancel', 'lostpointercapture']) {
      pad.addEventListener(kind, (event) => this.#onUp(event));
    }
    // Where a browser scrolls with a finger although it is told not to.
    pad.addEventListener('touchmove', (event) => event.cancelable && event.preventDefault(), { passive: false });
    pad.addEventListener('dragstart', (event) => event.preventDefault()); // a picture under the hand is not carried off
    pad.addEventListener('contextmenu', (event) => this.isDrawing && event.preventDefault());
  }

  get isDrawing() {
    return this.#owner !== null;
  }

  #isPalm(event) {
    if (event.pointerType !== 'touch' || this.#penAt < 0) return false;
    return event.timeStamp - this.#penAt < AGAIN || Math.max(event.width, event.height) > PALM;
  }

  #onDown(event) {
    if (event.button || event.target.closest('.padgrip')) return;
    if (event.pointerType === 'pen') this.#penAt = event.timeStamp;
    if (this.#isPalm(event)) return;
    this.#pad.focus({ preventScroll: true });
    if (event.pointerType === 'touch') this.#touches.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.#touches.size > 1) {
      this.#letGo();
      this.#pinch = this.#measured();
      return;
    }
    if (this.#owner !== null) return;
    this.#owner = event.pointerId;
    try {
      this.#pad.setPointerCapture(this.#owner);
    } catch { /* it is gone already */ }
    this.#begin(event);
  }

  #begin(event) {
    const { tool, ink } = this.#chosen();
    if (tool === 'rubber') {
      this.#rubs = this.#drawing.strokes;
      this.#rub(event);
      return;
    }
    const [x, y] = this.#paper.onPaper(event.clientX, event.clientY);
    this.#stroke = { tool, ink, points: [x, y], ...(isFelt(event) ? { pressure: [pressed(event)] } : {}) };
    this.#soon();
  }

  #onMove(event) {
    if (event.pointerType === 'pen') this.#penAt = event.timeStamp;
    if (this.#touches.has(event.pointerId)) this.#touches.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.#pinch && this.#touches.size > 1) this.#pinched(this.#pinch);
    if (event.pointerId !== this.#owner) return;
    const every = event.getCoalescedEvents?.() ?? [];
    for (const one of every.length ? every : [event]) {
      if (this.#rubs) this.#rub(one);
      else if (this.#stroke) this.#go(one, this.#stroke);
    }
  }

  #go(event, stroke) {
    const [x, y] = this.#paper.onPaper(event.clientX, event.clientY);
    const [wasX, wasY] = stroke.points.slice(-2);
    if (Math.hypot(x - wasX, y - wasY) < APART[stroke.tool] / this.#paper.zoom) return;
    stroke.points.push(x, y);
    stroke.pressure?.push(pressed(event) || stroke.pressure.at(-1));
    this.#soon();
  }

  #rub(event) {
    const [x, y] = this.#paper.spot(event.clientX, event.clientY);
    this.#rubs = rubbed(this.#rubs, x, y);
    this.#soon();
  }

  #onUp(event) {
    this.#touches.delete(event.pointerId);
    if (this.#touches.size < 2) this.#pinch = null;
    if (event.pointerId !== this.#owner) return;
    if (event.pointerType === 'pen') this.#penAt = event.timeStamp;
    this.#finish();
  }

  // What was drawn stays, also when the line of the pointer breaks off.
  #finish() {
    const [drawn, left] = [this.#stroke, this.#rubs];
    const there = this.#drawing.strokes;
    this.#letGo();
    if (left && left !== there) this.#drawing.draw(left);
    if (!drawn) return;
    const next = [...there, drawn, ...(this.#chosen().mirror ? [mirrored(drawn)] : [])];
    if (!this.#drawing.draw(next)) this.#refuse(this.#drawing.passed(next));
  }

  #letGo() {
    [this.#stroke, this.#rubs] = [null, null];
    this.#owner = null;
    this.#soon();
  }

  #soon() {
    this.#frame ||= requestAnimationFrame(() => this.#show());
  }

  #show() {
    this.#frame = 0;
    const [stroke, rubs] = [this.#stroke, this.#rubs];
    if (rubs) this.#paper.paint(rubs);
    const drawn = stroke ? [stroke] : [];
    this.#paper.paintNow(stroke && this.#chosen().mirror ? [...drawn, mirrored(stroke)] : drawn);
    if (!rubs && !stroke) this.#paper.paint(this.#drawing.strokes);
  }

  // --- two fingers --------------------------------------------------------------------------------------------------

  #measured() {
    const [[x, y], [otherX, otherY]] = [...this.#touches.values()];
    return {
      x: (x + otherX) / 2,
      y: (y + otherY) / 2,
      wide: Math.hypot(otherX - x, otherY - y),
      zoom: this.#paper.zoom,
    };
  }

  #pinched(pinch) {
    const now = this.#measured();
    const closer = pinch.zoom * now.wide / (pinch.wide || 1);
    if (Math.abs(closer - this.#paper.zoom) > 0.04) this.#paper.look(closer, [now.x, now.y]);
    if (this.#paper.zoom > 1) this.#paper.push(now.x - pinch.x, now.y - pinch.y);
    else scroll(this.#pad, pinch.x - now.x, pinch.y - now.y);
    [pinch.x, pinch.y] = [now.x, now.y];
    this.#soon();
  }
}

// A pen feels how it is pressed. A mouse does not, and of fingers devices say what they like.
function isFelt(event) {
  return event.pointerType === 'pen' && event.pressure > 0 && event.pressure !== 0.5;
}

function pressed(event) {
  return Math.round(Math.max(0, Math.min(1, event.pressure)) * 100);
}

// The page, or whatever the card lies in.
function scroll(pad, x, y) {
  let place = pad.parentElement;
  while (place && !(place.scrollHeight > place.clientHeight && /auto|scroll/.test(getComputedStyle(place).overflowY))) {
    place = place.parentElement;
  }
  (place ?? globalThis).scrollBy(x, y);
}
