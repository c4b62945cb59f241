// Which way a place is read: from left to right, or from right to left. Boxes and keys know only left and right.

/** 1 where it is read from left to right, -1 from right to left. */
export const wayOf = (element) => getComputedStyle(element).direction === 'rtl' ? -1 : 1;

/** How far along the way it begins and ends: a box is before another where both of its numbers are smaller. */
export const begins = (box, way) => way > 0 ? box.left : -box.right;
export const ends = (box, way) => way > 0 ? box.right : -box.left;

/** 1 for the arrow key that leads on along a line that is read here, -1 for the one that leads back, 0 for another key. */
export const along = (key, element) =>
  key === 'ArrowRight' ? wayOf(element) : key === 'ArrowLeft' ? -wayOf(element) : 0;

/** The same where down leads on as well, and up leads back. */
export const arrowed = (key, element) => key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : along(key, element);
