// What of a picture is shown: a box of the place's shape, in thousandths of the picture. Sums and nothing else.

export const NEAREST = 8;

/** Somewhere in the picture: `x` and `y` are the middle, 0 to 1, `zoom` 1 as much as the place can show. */
export function view(crop, size, shape) {
  const [x, y, width, height] = crop;
  const [widest, highest] = whole(size, shape);
  // The server covers the place with the crop, so no more of it is seen than goes in.
  const seen = Math.min(width / 1000 / widest, height / 1000 / highest);
  return held({ x: (x + width / 2) / 1000, y: (y + height / 2) / 1000, zoom: 1 / seen }, size, shape);
}

/** The box of a view: x, y, width, height in whole thousandths, `least` of them at least. */
export function crop(at, size, shape, least) {
  const { x, y, zoom } = held(at, size, shape);
  const [widest, highest] = whole(size, shape);
  const width = Math.max(least, Math.round(1000 * widest / zoom));
  const height = Math.max(least, Math.round(1000 * highest / zoom));
  const left = Math.min(1000 - width, Math.max(0, Math.round(1000 * x - width / 2)));
  const top = Math.min(1000 - height, Math.max(0, Math.round(1000 * y - height / 2)));
  return [left, top, width, height];
}

/** The same view, within the picture and near enough. */
export function held({ x, y, zoom }, size, shape) {
  const near = Math.min(NEAREST, Math.max(1, zoom));
  const [widest, highest] = whole(size, shape);
  return { x: between(x, widest / near / 2), y: between(y, highest / near / 2), zoom: near };
}

/** How much of the picture goes into a place of that shape (width to height), as parts of its width and its height. */
function whole([width, height], shape) {
  const own = width / height;
  return own > shape ? [shape / own, 1] : [1, own / shape];
}

function between(middle, half) {
  return Math.min(1 - half, Math.max(half, middle));
}
