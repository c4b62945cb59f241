// The reason beside a no belongs to one ballot: it goes with that vote, and another ballot finds the box empty.

import { whenTaken } from './act.js';
import { listen } from './live.js';

const typed = new Map(); // by proposal, so that a ballot that comes back finds what was begun for it
let number = '';

const box = () => document.getElementById('reason');
const current = () => document.getElementById('r-mine')?.dataset.proposal ?? '';

export function start() {
  if (!box()) return;
  number = current();
  listen((what) => {
    if (what.kind !== 'after' || current() === number) return;
    typed.set(number, box().value);
    number = current();
    box().value = typed.get(number) ?? '';
  });
  whenTaken(({ wish }) => {
    const vote = wish.address.match(/\/proposals\/(\d+)\/wordings\/\d+\/vote\//);
    if (!vote) return;
    typed.delete(vote[1]);
    if (vote[1] === number) box().value = '';
  });
}
