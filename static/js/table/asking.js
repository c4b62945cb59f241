// A limit in the way is put as a question; with a yes the same command goes out again (it stands in the minutes then).
// What letting a card go means may be asked as well: then each answer is a yes of its own.

import { command, whenRefused } from '../act.js';
import { hasWrittenSince, whenRested } from '../busy.js';
import { hasGoneOn, nameOf, standAt } from '../standing.js';
import { there, within } from '../there.js';

const dialog = () => there('#asking');
let waiting = null;
let before = null;

export function start() {
  whenRefused(({ told, wish }) => {
    if (!told.ask && !String(told.code ?? '').startsWith('ask.')) return false;
    const ask = () => {
      waiting = wish;
      open(told.words, told.ways ?? []);
    };
    if (hasWrittenSince(wish.at)) whenRested(ask);
    else ask();
    return true;
  });
  if (!document.getElementById('asking')) return;
  dialog().addEventListener('click', (event) => {
    const agreed = within(event, '[data-yes], [data-also]');
    if (agreed) yes(agreed.dataset.way);
    else if (within(event, '[data-no]') || event.target === dialog()) dialog().close();
  });
  dialog().addEventListener('close', () => {
    waiting = null;
    if (dialog().open || hasGoneOn(dialog(), before)) return;
    standAt([before, nameOf(before), '#verbs:not([hidden]) .btn', '.handfan [data-piece]']);
  });
}

function open(words, ways) {
  const [first, second] = dialog().querySelectorAll('[data-yes], [data-also]');
  first.dataset.plain ??= first.textContent;
  first.textContent = ways[0]?.label ?? first.dataset.plain;
  second.textContent = ways[1]?.label ?? '';
  second.hidden = !ways[1];
  [first, second].forEach((button, n) => button.dataset.way = ways[n]?.way ?? '');
  const heading = there('h2', dialog());
  heading.textContent = words;
  if (!dialog().open) {
    before = document.activeElement;
    dialog().showModal();
  }
  heading.focus();
}

function yes(way) {
  const wish = waiting;
  dialog().close();
  if (!wish) return;
  const body = new URLSearchParams(wish.body);
  const fields = Object.fromEntries([...body].filter(([name]) => !['key', 'csrfmiddlewaretoken'].includes(name)));
  command(wish.address, { ...fields, ...(way ? { way } : {}), confirmed: '1' }, wish.form);
}
