// Where the card that is being written lies in this browser.

// Beside the fields: the version on the server that it stands on, and whether it was written on since.
export const ON = '_on';
export const OWED = '_owed';

/** The name of a draft, by deck and by what it is about. */
export function nameOf(deck, about) {
  return `carte.draft.${deck}.${about}`;
}

/** The draft of that name; null for none. */
export function draftOf(name) {
  try {
    return JSON.parse(localStorage.getItem(name) || 'null');
  } catch {
    return null;
  }
}

/** Keep those fields of a form, beside what lies there. */
export function keepFields(name, form, some) {
  const draft = { ...draftOf(name), [OWED]: true };
  for (const called of some) {
    const field = called && form.elements[called];
    if (field) draft[called] = field.type === 'checkbox' ? field.checked : field.value;
  }
  try {
    localStorage.setItem(name, JSON.stringify(draft));
  } catch { /* this browser has no room */ }
}

/** Whether the words in the form are still those that were sent. */
export function isAsSent(form, sent) {
  const lines = (words) => (words ?? '').replace(/\r?\n/g, '\r\n');
  return ['title', 'text'].every((name) => lines(form.elements[name].value) === lines(sent.get(name)));
}

/** No draft of that name lies here any more. */
export function drop(name) {
  try {
    localStorage.removeItem(name);
  } catch { /* there was none */ }
}

/** What one was rewording (`takesUp`) was settled meanwhile: a draft of it goes on as what this page is about now. */
export function takeUp(deck, form) {
  const { compose, takesUp } = form.dataset;
  const begun = takesUp && draftOf(nameOf(deck, takesUp));
  if (!begun) return;
  try {
    localStorage.setItem(nameOf(deck, compose), JSON.stringify({ ...begun, [ON]: 0, [OWED]: true }));
    localStorage.removeItem(nameOf(deck, takesUp));
  } catch { /* nothing is kept here */ }
}
