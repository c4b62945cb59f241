// Puts the parts of a table's page to work.

import * as act from '../act.js';
import * as aimed from '../aimed.js';
import * as answering from '../answering.js';
import * as keys from '../vote_keys.js';
import * as live from '../live.js';
import * as reason from '../reason.js';
import * as answered from './answered.js';
import * as asking from './asking.js';
import * as box from './box.js';
import * as counting from './counting.js';
import * as drag from './drag.js';
import * as finding from './finding.js';
import * as giving from './giving.js';
import * as hand from './hand.js';
import * as last from './last.js';
import * as moving from './moving.js';
import * as ordering from './ordering.js';
import * as peek from './peek.js';
import * as raise from './raise.js';
import * as rewording from './rewording.js';
import * as room from './room.js';
import * as sheet from './sheet.js';
import * as sorting from './sorting.js';
import * as typing from './typing.js';
import * as vote from './vote.js';
import * as walking from './walking.js';
import '../terms.js';
import * as waiting from '../waiting.js';
import * as writing from '../writing.js';

const table = document.getElementById('table');
if (table) {
  moving.start();
  ordering.start();
  sorting.start(table.dataset.deck);
  walking.start();
  giving.start();
  raise.start();
  hand.start();
  drag.start();
  box.start();
  counting.start();
  peek.start();
  sheet.start();
  finding.start();
  asking.start();
  answered.start();
  rewording.start(); // before the pen is taken
  room.start();
  last.start();
  vote.start();
  keys.start();
  aimed.start(); // before what else hears of a press on an answer
  reason.start();
  answering.start();
  typing.start();
  writing.start(table.dataset.deck);
  waiting.start();
  if (table.dataset.live) live.start(table);
  act.start(table.dataset.deck);
}
