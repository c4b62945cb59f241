// One tap on a free gap, and one writes the card for it. The rest of gaps needs no script.

import { whenTaken } from './act.js';

const HANGS = /\/gaps\/\d+\/hang\/$/;

export function start() {
  whenTaken(({ wish }) => {
    if (HANGS.test(new URL(wish.address).pathname) && document.getElementById('write')) location.hash = 'write';
  });
}
