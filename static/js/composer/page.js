// All that writes a card: it comes when one writes (writing.js).

import { arrive } from '../later.js';
import '../pad/page.js';
import '../picture/picture.js';
import * as composer from './composer.js';

arrive('js/composer/page.js', composer);
