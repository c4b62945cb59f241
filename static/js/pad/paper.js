// The paper: where a point of the window lies on it, and its ink. Felt lies under pen; what is being drawn lies on the
// layer of its tool. Layers are painted anew when a stroke is done, so that drawing costs the same on a full paper.

import { outline } from './outline.js';
import { BARE, LINE, lowest, VEIL, WIDE } from './strokes.js';

const CLOSEST = 4;

const shapes = new WeakMap();

/** The paper of one pad. */
export class Paper {
  #pad;
  #layers = {};
  #high = 5 * LINE;
  #view = { zoom: 1, x: 0, y: 0 }; // x, y: the corner of what is seen, in 1/100 mm
  #last = [];

  constructor(pad) {
    this.#pad = pad;
    for (const canvas of pad.querySelectorAll('canvas')) this.#layers[canvas.dataset.layer] = canvas;
    new ResizeObserver(() => this.paint(this.#last)).observe(pad);
  }

  /** The height of the paper in lines; it is never less than the drawing reaches. */
  measure(lines, strokes) {
    this.#high = Math.max(LINE * Math.max(lines, 1), lowest(strokes));
  }

  get zoom() {
    return this.#view.zoom;
  }

  /** Look at it so many times as large, about a point of the window or the middle. */
  look(closer, at = null) {
    const box = this.#pad.getBoundingClientRect();
    const [x, y] = at ?? [box.left + box.width / 2, box.top + box.height / 2];
    const [onX, onY] = this.spot(x, y);
    this.#view = { ...this.#view, zoom: Math.max(1, Math.min(CLOSEST, closer)) };
    const { scale, left, top } = this.#frame();
    const by = scale * this.#view.zoom;
    this.#moveTo(onX - (x - box.left - left) / by, onY - (y - box.top - top) / by);
  }

  /** Push the paper by so many pixels of the window. */
  push(x, y) {
    const by = this.#frame().scale * this.#view.zoom;
    this.#moveTo(this.#view.x - x / by, this.#view.y - y / by);
  }

  /** Where a point of the window lies on the paper, in 1/100 mm. */
  spot(x, y) {
    const box = this.#pad.getBoundingClientRect();
    const by = this.#stretch(box);
    const { scale, left, top } = this.#frame();
    return [
      ((x - box.left) / by - left) / (scale * this.#view.zoom) + this.#view.x,
      ((y - box.top) / by - top) / (scale * this.#view.zoom) + this.#view.y,
    ];
  }

  /** The same in whole numbers, on the paper. */
  onPaper(x, y) {
    const [onX, onY] = this.spot(x, y);
    return [Math.round(Math.max(0, Math.min(WIDE, onX))), Math.round(Math.max(0, Math.min(this.#high, onY)))];
  }

  /** What is drawn, all of it. */
  paint(strokes) {
    this.#last = strokes;
    for (const tool of ['felt', 'pen']) {
      const ink = this.#ready(this.#layers[tool]);
      let run = /** @type {{ tool: string, ink: string, path: Path2D } | null} */ (null);
      for (const stroke of strokes) {
        if (stroke.tool !== tool) continue;
        if (run && run.ink === stroke.ink) run.path.addPath(shape(stroke));
        else {
          if (run) lay(ink, run);
          run = { tool, ink: stroke.ink, path: new Path2D(shape(stroke)) };
        }
      }
      if (run) lay(ink, run);
    }
  }

  /** What is being drawn now; none takes it away. */
  paintNow(strokes) {
    const ink = this.#ready(this.#layers.now);
    if (strokes.length) this.#layers.now.dataset.with = strokes[0].tool;
    for (const stroke of strokes) {
      lay(ink, { tool: stroke.tool, ink: stroke.ink, path: new Path2D(outline(stroke)) });
    }
  }

  // What lies under the ink or over it is seen as close as the paper.
  #moveTo(x, y) {
    const { zoom } = this.#view;
    const [mostX, mostY] = [WIDE * (1 - 1 / zoom), this.#high * (1 - 1 / zoom)];
    this.#view = { zoom, x: Math.max(0, Math.min(mostX, x)), y: Math.max(0, Math.min(mostY, y)) };
    const { scale, left, top } = this.#frame();
    const by = scale * zoom;
    const seen = zoom === 1
      ? ''
      : `translate(${left - left * zoom - this.#view.x * by}px, ${
        top - top * zoom - this.#view.y * by
      }px) scale(${zoom})`;
    for (const still of this.#pad.querySelectorAll('[data-beside-ink]')) still.style.transform = seen;
  }

  // How large 1/100 mm is in pixels of the window, and where the paper begins in the pad.
  #frame() {
    const { clientWidth: wide, clientHeight: tall } = this.#pad;
    const scale = Math.min(wide / WIDE, tall / this.#high) || 1;
    return { scale, left: (wide - WIDE * scale) / 2, top: (tall - this.#high * scale) / 2 };
  }

  // A card may lie turned or be shown larger than it is laid out.
  #stretch(box) {
    return box.width / (this.#pad.clientWidth || 1);
  }

  // A canvas as large as it is seen, empty, with the paper's own measure.
  #ready(canvas) {
    const fine = this.#stretch(this.#pad.getBoundingClientRect()) * (globalThis.devicePixelRatio || 1);
    const [wide, tall] = [Math.round(this.#pad.clientWidth * fine), Math.round(this.#pad.clientHeight * fine)];
    if (canvas.width !== wide || canvas.height !== tall) [canvas.width, canvas.height] = [wide, tall];
    const ink = canvas.getContext('2d');
    ink.setTransform(1, 0, 0, 1, 0, 0);
    ink.clearRect(0, 0, wide, tall);
    const { scale, left, top } = this.#frame();
    const by = scale * this.#view.zoom * fine;
    ink.setTransform(by, 0, 0, by, left * fine - this.#view.x * by, top * fine - this.#view.y * by);
    return ink;
  }
}

function shape(stroke) {
  if (!shapes.has(stroke)) shapes.set(stroke, new Path2D(outline(stroke)));
  return shapes.get(stroke);
}

function lay(ink, run) {
  ink.globalAlpha = run.tool === 'felt' && run.ink !== BARE ? VEIL : 1;
  ink.fillStyle = run.ink;
  ink.fill(run.path, 'nonzero');
}
