// Puts the workshop's parts to work.

import * as act from './act.js';
import * as agree from './agree.js';
import * as aimed from './aimed.js';
import * as answering from './answering.js';
import * as called from './called.js';
import * as gaps from './gaps.js';
import * as keys from './vote_keys.js';
import * as live from './live.js';
import * as loupe from './loupe.js';
import * as moment from './moment.js';
import * as drawing from './pad/door.js';
import * as presence from './presence.js';
import * as reason from './reason.js';
import * as slips from './slips.js';
import * as waiting from './waiting.js';
import * as writing from './writing.js';

const deck = document.querySelector('[data-deck]');
if (deck) {
  moment.start();
  presence.start();
  keys.start();
  aimed.start();
  reason.start();
  slips.start();
  answering.start();
  writing.start(deck.dataset.deck);
  drawing.start();
  gaps.start();
  agree.start();
  waiting.start();
  if (deck.dataset.page === 'table') called.start(); // where one writes beside a table
  if (deck.dataset.live) live.start(deck);
  act.start(deck.dataset.deck);
  act.whenTaken(({ form }) => {
    if (form?.id === 'asking') loupe.isDone();
  });
}
