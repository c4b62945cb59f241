// What the card that lies in the composer is about: a new one, or one that is there already. Another composer's form, of
// a page that was fetched and not opened, says what is other about it.

const PARTS = ['copies', 'side', 'gap']; // said of a new card alone

/** The blank card of this page, before anything is written on it; null where it began with another. */
export function blankOf(form) {
  if (form.dataset.compose !== 'new') return null;
  const blank = form.cloneNode(true);
  blank.reset(); // a browser puts back what it remembers of a page
  blank.dataset.heading = headingOf(form);
  return blank;
}

/** What is being done, in words. */
export function headingOf(form) {
  return form.dataset.heading ?? form.closest('.composer')?.getAttribute('aria-label') ?? '';
}

/** Whether this form has a place for all that `other` says. */
export function canBe(form, other) {
  const kinds = [...other.querySelectorAll('[name="kind"]')];
  const isOneOf = (kind) => form.querySelector(`[type="radio"][name="kind"][value="${CSS.escape(kind.value)}"]`);
  const isThere = (part) => form.querySelector(part) || !other.querySelector(part);
  return kinds.every(isOneOf) && ['[data-taken]', ...PARTS.map((name) => `[name="${name}"]`)].every(isThere);
}

/** What `other` begins with, by the names of its fields. */
export function beginning(other) {
  const fields = {};
  for (const field of other.elements) {
    if (!field.name || field.type === 'radio' && !field.checked) continue;
    fields[field.name] = field.type === 'checkbox' ? field.checked : field.value;
  }
  return fields;
}

/** The form is about what `other` is about; its fields are not filled by this. */
export function become(form, other) {
  for (const name of ['mode', 'takesUp']) {
    if (other.dataset[name]) form.dataset[name] = other.dataset[name];
    else delete form.dataset[name];
  }
  for (const input of form.querySelectorAll('[data-subject]')) input.remove();
  form.prepend(...[...other.querySelectorAll('[data-subject]')].map((input) => document.importNode(input, true)));
  form.querySelector('.wsays')?.remove();
  const said = other.querySelector('.wsays');
  if (said) form.querySelector('.wmat').before(document.importNode(said, true));
  for (const name of PARTS) {
    const field = form.elements[name];
    if (!field) continue;
    field.disabled = !other.elements[name];
    field.closest('.field').hidden = field.disabled;
  }
  offer(form, new Set([...other.querySelectorAll('[name="kind"]')].map((kind) => kind.value)));
}

// A card stays a card, and a rule a rule.
function offer(form, kinds) {
  for (const radio of form.querySelectorAll('[type="radio"][name="kind"]')) {
    radio.closest('label').hidden = !kinds.has(radio.value);
  }
  for (const own of form.querySelectorAll('[data-own-kind]')) own.hidden = !kinds.has('other');
}

/** Its name, where it is told. */
export function name(form, heading) {
  const place = form.closest('.composer');
  place.setAttribute('aria-label', heading);
  place.querySelector('.side-h > :is(h1, h2)').textContent = heading;
}

/** The subject in an address: `article=card-3`; "" for a new card. */
export function asked(form) {
  const subject = new URLSearchParams();
  for (const input of form.querySelectorAll('[data-subject]')) {
    if (['article', 'adjust', 'reword', 'like'].includes(input.name)) subject.set(input.name, input.value);
  }
  return subject.toString();
}
