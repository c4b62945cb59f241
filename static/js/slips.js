// Where the window is low, two slips share a place: what changes about the card and what is said about it, with a tab
// each; and of the drawer only the front shows. Elsewhere everything lies open. Without this script it all does.

import { isWriting } from './busy.js';
import { lowDesk } from './glass.js';
import { listen } from './live.js';
import { there, within } from './there.js';

const part = (id) => there(`#${CSS.escape(id)}`);
const tabs = () => [part('change-tab'), part('talk-tab')];
const remarks = () => document.querySelectorAll('#r-talk .talk > li').length;
const asked = () => document.getElementById('r-card')?.dataset.proposal ?? '';
const panelOf = (tab) => part(tab.getAttribute('aria-controls') ?? '');

let isShared = false;
let chosen = 'change-tab';
let read = 0; // remarks that were in sight
let number = '';

export function start() {
  if (!document.getElementById('pair')) return;
  number = asked();
  for (const tab of tabs()) tab.addEventListener('click', () => choose(tab.id));
  part('pair').addEventListener('keydown', onArrow);
  lowDesk.addEventListener('change', arrange);
  listen((what) => {
    if (what.kind === 'after') renew();
  });
  arrange();
  startDrawer();
}

function renew() {
  if (asked() !== number) {
    number = asked();
    // Another card lies there: what changes about it is shown first, but to whoever is writing a remark.
    const isTalking = isWriting() && part('talk-panel').contains(document.activeElement);
    [chosen, read] = [isTalking ? 'talk-tab' : 'change-tab', 0];
  }
  arrange();
}

function arrange() {
  const panel = part('change-panel');
  const home = there('.stage-under');
  isShared = lowDesk.matches && Boolean(document.querySelector('#r-change[data-told]'));
  if (isShared && panel.parentElement === home) part('pair').insertBefore(panel, part('talk-panel'));
  if (!isShared && panel.parentElement !== home) home.prepend(panel);
  there('.tabs', part('pair')).hidden = !isShared;
  for (const tab of tabs()) {
    const shown = panelOf(tab);
    if (isShared) {
      shown.setAttribute('role', 'tabpanel');
      shown.setAttribute('aria-labelledby', tab.id);
    } else {
      shown.removeAttribute('role');
      shown.removeAttribute('aria-labelledby');
    }
  }
  choose(chosen);
}

function choose(id) {
  chosen = id;
  for (const tab of tabs()) {
    tab.setAttribute('aria-selected', String(tab.id === id));
    tab.tabIndex = tab.id === id ? 0 : -1;
    panelOf(tab).hidden = isShared && tab.id !== id;
  }
  if (!isShared || id === 'talk-tab') read = remarks();
  there('.n', part('talk-tab')).textContent = String(remarks() - read || '');
}

function onArrow(event) {
  if (!event.target.matches('[role="tab"]') || !['ArrowLeft', 'ArrowRight'].includes(event.key)) return;
  event.preventDefault();
  const other = tabs().find((tab) => tab !== event.target);
  if (!other) return;
  choose(other.id);
  other.focus();
}

// --- the drawer ---------------------------------------------------------------------------------------------------

function startDrawer() {
  const button = there('.drawer-open');
  const slide = (open) => {
    button.setAttribute('aria-expanded', String(open));
    part('aside').classList.toggle('is-open', open);
  };
  button.addEventListener('click', () => slide(button.getAttribute('aria-expanded') !== 'true'));
  document.addEventListener('click', (event) => {
    if (!within(event, '#aside')) slide(false);
  });
  part('aside').addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || button.getAttribute('aria-expanded') !== 'true') return;
    slide(false);
    button.focus();
  });
}
