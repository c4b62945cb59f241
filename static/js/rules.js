// The vote on the rules' page that touches nobody's deck: what is pressed is shown and said, and the next button is in reach.

import { say } from './announce.js';
import { there, within } from './there.js';

const mat = document.querySelector('[data-try]');

mat?.addEventListener('click', (event) => {
  const answer = within(event, '[data-answer]')?.dataset.answer;
  if (!answer) return;
  mat.classList.toggle('is-in', answer === 'in');
  mat.classList.toggle('is-out', answer === 'out');
  there(answer === 'asked' ? '[data-answer="in"]' : '[data-answer="asked"]', mat).focus({ preventScroll: true });
  const told = [...mat.querySelectorAll(`h2 [data-${answer}], .rules-tell [data-${answer}]`)];
  say(told.map((words) => words.innerText).join(' '));
});
