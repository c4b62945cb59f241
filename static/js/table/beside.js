// A page beside the table that asks one thing: it follows whose turn it is and whether a vote waits, no more.

import { start } from '../live.js';

const page = document.querySelector('[data-live]');
if (page) start(page);
