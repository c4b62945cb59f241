// The pads that a page begins with. Where somebody draws on another's card, on_card.js sees to it.

import { Pad } from './pad.js';

for (const form of document.forms) {
  if (form.querySelector('[data-paper]') && !form.hasAttribute('data-draws')) new Pad(form);
}
