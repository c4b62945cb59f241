// On a phone the card one writes fills the glass, as it does in the workshop; the way back is the workshop.

import { desk } from '../glass.js';

export function start(page) {
  const end = page.querySelector('.composer--batch .composer-end');
  if (!end) return;
  const back = page.querySelector('.wback');
  const workshop = page.querySelector('.to-workshop');
  back.href = workshop.href;
  back.querySelector('.vh').textContent = workshop.textContent;
  const lay = () => page.classList.toggle('is-writing', !desk.matches);
  desk.addEventListener('change', lay);
  lay();
  // The tools lie upon the button, however many lines it has to say.
  new ResizeObserver(() => {
    page.style.setProperty('--end', `${Math.round(end.getBoundingClientRect().height)}px`);
  }).observe(end);
}
