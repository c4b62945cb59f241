// Whether an element is to be seen. Safari before 17.4 and Chrome before 105 have no word for it.

/** Whether it is laid out: neither it nor what it lies in is put away. */
export function isLaid(element) {
  return element.checkVisibility ? element.checkVisibility() : element.getClientRects().length > 0;
}

/** Whether it is laid out and not made invisible. */
export function isSeen(element) {
  return isLaid(element) && getComputedStyle(element).visibility === 'visible';
}
