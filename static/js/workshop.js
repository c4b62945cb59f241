// Puts the workshop's parts to work.

import * as act from './act.js';
import * as composer from './composer.js';
import * as keys from './keys.js';
import * as live from './live.js';
import * as moment from './moment.js';
import * as presence from './presence.js';

const root = document.querySelector('[data-live]');
if (root) {
  moment.start();
  presence.start();
  keys.start();
  composer.start(root.dataset.deck);
  live.start(root);
  act.start(root.dataset.deck);
}
