// Where something may lie on the cloth so that it covers nothing that is said, and as little else as may be.

const STEP = 16; // px between the places that are tried
const FAR = 60; // so many square pixels covered are as bad as a pixel further away

/** The free place for what is so large, near `near`; null where there is none. `never` is not covered, `ratherNot` as
little as may be; all are rectangles on the glass. */
export function clearPlace(size, near, room, never, ratherNot) {
  let best = null;
  for (let top = room.top; top + size.height <= room.bottom; top += STEP) {
    for (let left = room.left; left + size.width <= room.right; left += STEP) {
      const box = { left, top, right: left + size.width, bottom: top + size.height };
      if (never.some((one) => common(box, one) > 0)) continue;
      const away = Math.hypot(left + size.width / 2 - near.x, top + size.height / 2 - near.y);
      const cost = FAR * away + ratherNot.reduce((sum, one) => sum + common(box, one), 0);
      if (!best || cost < best.cost) best = { left, top, cost };
    }
  }
  return best;
}

function common(one, other) {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}
