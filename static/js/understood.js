// What else a search understands is taught by example. Whoever has searched three times in this browser finds it folded
// behind its heading, which unfolds it.

const KEPT = 'carte.searches', TAUGHT = 3;

const label = document.querySelector('.understood-h');
const all = document.getElementById('understood');

function searches() {
  try {
    return Number(localStorage.getItem(KEPT));
  } catch {
    return 0; // nothing is kept here: it is taught each time
  }
}

document.querySelector('.archive-search')?.addEventListener('submit', () => {
  try {
    localStorage.setItem(KEPT, String(Math.min(searches(), TAUGHT) + 1));
  } catch { /* see above */ }
});

if (label && all && searches() > TAUGHT) {
  const fold = document.createElement('button');
  fold.type = 'button';
  fold.className = label.className;
  fold.textContent = label.textContent;
  fold.setAttribute('aria-controls', all.id);
  const show = (isShown) => {
    all.hidden = !isShown;
    fold.setAttribute('aria-expanded', String(isShown));
  };
  fold.addEventListener('click', () => show(all.hidden));
  show(false);
  label.replaceWith(fold);
}
