// A page beside the table that asks one thing: it follows whose turn it is, whether a vote waits and what one is called to, no more.

import * as called from '../called.js';
import { start } from '../live.js';

const page = document.querySelector('[data-live]');
if (page) {
  called.start();
  start(page);
}
