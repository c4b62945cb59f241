// What changes in the room while one writes: the deck's words, who is a member, and what became of what one rewords.

import { listen } from '../live.js';
import { there } from '../there.js';
import * as completion from './completion.js';
import { dress } from './dress.js';
import * as lexicon from './lexicon.js';
import * as paper from './paper.js';
import * as preview from './preview.js';

let form = null;
let stood = '';

const known = () => document.getElementById('r-known');
const lines = (which) => [...there('#r-known').querySelectorAll(`[data-${which}]`)];

/** `isOld` where the room has changed since the form was drawn. */
export function start(writing, isOld) {
  form = writing;
  stood = known()?.dataset.stands ?? '';
  if (isOld) offer();
  listen((what) => {
    if (what.kind === 'after' && what.ids.includes('r-known')) refresh();
  });
}

function refresh() {
  offer();
  dress(form);
  paper.drawAnew();
  completion.again();
  const { stands = '' } = there('#r-known').dataset;
  const isOther = stood !== stands;
  stood = stands;
  // What one changes may have been changed by another; of a new card, that its name is taken now.
  if (isOther || form.elements.title.value) preview.ask();
}

function offer() {
  lexicon.forget();
  nameCorners();
  offerKinds();
  for (const which of ['ways', 'members']) {
    for (const select of form.querySelectorAll(`select[data-known="${which}"]`)) choices(select, which);
  }
  for (const note of form.querySelectorAll('[data-note]')) {
    note.textContent = lines('notes').find((line) => line.dataset.notes === note.dataset.note)?.textContent ?? '';
    note.hidden = !note.textContent;
  }
}

function nameCorners() {
  for (const line of lines('corner-name')) {
    const corner = form.querySelector(`[data-corner="${line.dataset.cornerName}"]`);
    corner?.toggleAttribute('data-unused', line.hasAttribute('data-unused'));
    if (corner) corner.querySelector('.corner-word').textContent = line.textContent;
  }
}

// As templates/cards/_composer_kinds.html has them.
function offerKinds() {
  const list = form.querySelector('.kinds-own');
  if (!list) return;
  list.replaceChildren(
    ...lines('kind-word').map((line) => {
      const button = Object.assign(document.createElement('button'), { type: 'button', className: 'kind-own' });
      button.dataset.ownKind = line.dataset.kindWord;
      if (line.dataset.src) {
        button.append(Object.assign(document.createElement('img'), { src: line.dataset.src, alt: '' }));
      }
      button.append(line.dataset.kindWord ?? '');
      return button;
    }),
  );
  form.querySelector('#kinds-known').replaceChildren(
    ...lines('kind-word').map((line) => new Option(line.dataset.kindWord)),
  );
}

// Whoever was chosen and is no member any more stays chosen, and the server says so when it is sent.
function choices(select, which) {
  const [chosen, shown] = [select.value, select.selectedOptions[0]?.textContent ?? ''];
  const fresh = lines(which).map((line) => new Option(line.textContent, line.dataset[which]));
  if (!fresh.some((option) => option.value === chosen)) fresh.push(new Option(shown, chosen));
  select.replaceChildren(...fresh);
  select.value = chosen;
}
