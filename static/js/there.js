// What a script may count on: parts that the page's template has, and what an event is within.

/** The part of that selector; an error that names it where the page has none. */
export function there(selector, root = /** @type {ParentNode} */ (document)) {
  const part = root.querySelector(selector);
  if (!part) throw new Error(`${selector} is not there`);
  return part;
}

/** What of that selector an element lies in, or is; an error that names it where there is none. */
export function around(selector, element) {
  const whole = element.closest(selector);
  if (!whole) throw new Error(`${selector} is not around it`);
  return whole;
}

/** What of that selector an event is within; null for nothing. */
export function within(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}
