// Whoever plays by keys always stands somewhere, whatever was drawn anew meanwhile.

/** The focus goes to the first of these that is there and takes it, at last before the table: elements, or selectors of
what may have been drawn anew. */
export function standAt(places, how = {}) {
  for (const place of [...places, '#main']) {
    const element = typeof place === 'string' ? place && document.querySelector(place) : place;
    if (!element?.isConnected || element === document.body) continue;
    element.focus({ preventScroll: true, ...how });
    if (document.activeElement === element) return;
  }
}

/** What finds an element again when it was drawn anew; "" for one without a name. */
export function nameOf(element) {
  return element?.id ? `#${CSS.escape(element.id)}` : '';
}

/** Whether somebody stands elsewhere since `dialog` was closed, than where the focus goes back to, ours or the browser's:
of its end one is told with the next picture, and who went on meanwhile stays there. */
export function hasGoneOn(dialog, ...back) {
  const stands = document.activeElement;
  return stands !== null && stands !== document.body && !back.includes(stands) && !dialog.contains(stands);
}
