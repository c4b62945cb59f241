// In the workshop the card lies at the side, small, and is taken onto the mat to be written large.

const WIDE = '(min-width: 62.01rem)';

let form = null;

const ws = () => document.getElementById('ws');

export function start(writing) {
  form = writing;
  if (!ws()) return;
  addEventListener('hashchange', lay);
  matchMedia(WIDE).addEventListener('change', lay);
  lay();
}

// The bench lies on the mat where there is one beside it: on a phone it stays paper.
function lay() {
  const isLarge = location.hash === '#write';
  ws().classList.toggle('is-writing', isLarge);
  form.querySelector('.wmat').classList.toggle('mat', isLarge && matchMedia(WIDE).matches);
}

/** The card is in: what lies on the table is looked at again. */
export function away() {
  if (location.hash === '#write') location.hash = '#main';
}
