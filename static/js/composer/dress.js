// How the card looks while it is written: its kind's pen, its type line, its corners, its colour.

import { words } from '../words.js';
import { drawCorners } from './corners.js';

export function kind(form) {
  return form.elements.kind?.value || 'thing';
}

export function dress(form) {
  const is = kind(form);
  const card = form.querySelector('.writing-card');
  const face = card.querySelector('.cf');
  card.dataset.kind = face.dataset.kind = is;
  form.querySelector('[data-typeline]').textContent = {
    thing: words('type-thing'),
    action: words('type-action'),
    rule: words('type-rule'),
    other: '',
  }[is];
  for (const corner of card.querySelectorAll('[data-corner]')) {
    const isFilled = Boolean(corner.querySelector('input').value.trim());
    corner.classList.toggle('is-empty', !isFilled);
    face.classList.toggle(`has-${corner.dataset.corner}`, isFilled);
  }
  drawCorners(card);
  const colour = form.elements.colour?.value;
  for (const name of ['--cf-kind', '--cf-fill']) {
    if (colour) face.style.setProperty(name, colour);
    else face.style.removeProperty(name);
  }
}
