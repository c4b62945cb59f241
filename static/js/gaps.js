// One tap on a free gap, and one writes the card for it. The rest of gaps needs no script.

import { whenTaken } from './act.js';

export function start() {
  whenTaken(({ wish }) => {
    if (wish.data?.gap === 'hang' && document.getElementById('write')) location.hash = 'write';
  });
}
