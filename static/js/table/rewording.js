// What is there already is asked to change over the same cloth: a card or a rule to reword lies in the composer that a new
// one has, a repeal and the like are asked on a sheet. Without this script the same links open pages of their own.

import { whenTaken } from '../act.js';
import { hasWrittenSince, whenRested } from '../busy.js';
import { raisedCard } from './raise.js';
import { pen } from './room.js';
import { open as openSheet } from './sheet.js';
import * as writing from '../writing.js';

let asked = 0;

export function start() {
  document.addEventListener('click', onClick);
  whenTaken(({ answer }) => {
    const taken = answer.headers.get('X-Carte-Write'); // a card that was taken back lies there to be written on
    if (taken) reword(taken);
  });
}

function onClick(event) {
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (event.target.closest?.('[data-compose-open]')) {
    asked += 1;
    if (!document.getElementById('writing') || writing.turnToBlank()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    location.assign(`${location.pathname}#write`); // this page began with another card
    return;
  }
  const link = event.target.closest?.('a[href*="/write/?"]');
  if (!link || event.defaultPrevented || !document.getElementById('writing')) return;
  event.preventDefault();
  const asks = new URL(link.href).searchParams;
  if (asks.has('article') && (asks.get('change') ?? 'amend') !== 'amend') openSheet(link.href, link, 'sheet');
  else reword(link.href, link);
}

async function reword(address, from = null) {
  const mine = ++asked;
  const at = Date.now();
  const [other, composer] = await Promise.all([formAt(address), writing.composer()]);
  const show = () => mine === asked && lay(other, composer, address, from);
  if (hasWrittenSince(at)) whenRested(show); // they went on writing while it was on its way
  else show();
}

function lay(other, composer, address, from) {
  const stood = raisedCard() ?? from;
  for (const over of document.querySelectorAll('dialog[open]')) over.close(); // which gives the focus back
  if (other && composer?.turnTo(other)) pen(true, stood);
  else location.assign(address);
}

// The composer of that page; null where there is none, of which the page speaks.
async function formAt(address) {
  try {
    const answer = await fetch(address, { credentials: 'same-origin', headers: { Accept: 'text/html' } });
    if (!answer.ok) return null;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    return page.querySelector('.composer #writing');
  } catch {
    return null;
  }
}
