// The pages of a first batch: where one writes unseen, and where all lie open.

import * as act from '../act.js';
import { whenRested } from '../busy.js';
import * as live from '../live.js';
import * as presence from '../presence.js';
import { there } from '../there.js';
import * as writing from '../writing.js';
import * as clock from './clock.js';
import * as leftovers from './leftovers.js';
import * as phone from './phone.js';
import * as sweep from './sweep.js';

const deck = document.getElementById('batch');
if (deck) {
  presence.start();
  writing.start(deck.dataset.deck);
  clock.start();
  phone.start(deck);
  leftovers.start(deck.dataset.deck);
  sweep.start();
  followStage(deck);
  live.start(deck);
  act.start(deck.dataset.deck);
}

// Somebody has turned them over, begun one, or called it off: another page is due. What is typed is kept as it is typed.
function followStage(deck) {
  live.listen((what) => {
    if (what.kind !== 'after' || !what.ids.includes('r-batch')) return;
    const side = there('#r-batch');
    const isOver = deck.dataset.stage === 'sweep' && side.dataset.stage === 'none';
    // Whoever has swept sees the handwriting turn into print where it lies.
    if (side.dataset.stage !== deck.dataset.stage && !isOver) {
      whenRested(() => location.assign(side.dataset.home ?? ''));
    }
  });
}
