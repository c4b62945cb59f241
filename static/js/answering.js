// "Writing" under the seal of whoever writes the words of a no, or a remark; what they write nobody is told. It goes four
// seconds after they are last heard of. Nothing is announced: it is in the label of the seal.

import { forAWhile } from './for_a_while.js';
import { listen } from './live.js';
import { there } from './there.js';

const WRITES_FOR = 4_000; // ms
const writing = new Map();
let about = '';

export function start() {
  about = ballot();
  listen((what) => {
    if (what.kind === 'signal' && what.name === 'answering') writes(String(what.by));
    if (what.kind !== 'after') return;
    const members = [...writing.keys()];
    if (ballot() !== about) allDone(); // what they wrote was about another vote
    for (const member of members) show(member);
  });
}

// What is asked about, here or in the workshop.
function ballot() {
  const { proposal, ballot: number } = document.querySelector('#r-vote, #r-ballot')?.dataset ?? {};
  return proposal ?? number ?? '';
}

function allDone() {
  about = ballot();
  for (const timer of writing.values()) clearTimeout(timer);
  writing.clear();
}

function writes(member) {
  forAWhile(writing, member, WRITES_FOR, show);
  show(member);
}

function show(member) {
  const isWriting = writing.has(member);
  for (const voter of document.querySelectorAll(`.ballot-seals .m-${CSS.escape(member)}`)) {
    voter.classList.toggle('is-writing', isWriting);
    const seal = there('.seal', voter);
    const more = `, ${voter.querySelector('.is-doing')?.textContent}`;
    const label = seal.getAttribute('aria-label') ?? '';
    if (isWriting && !label.endsWith(more)) seal.setAttribute('aria-label', label + more);
    if (!isWriting && label.endsWith(more)) seal.setAttribute('aria-label', label.slice(0, -more.length));
  }
}
