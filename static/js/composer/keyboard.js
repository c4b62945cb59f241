// A telephone's keyboard takes half of the glass: the tools give way to those that mark the words, and the list of symbols
// lies just above it.

const GONE_AFTER = 300; // ms: what one presses meanwhile must not move away under the finger

let leaving = 0;

export function start(form) {
  if (!matchMedia('(pointer: coarse)').matches) return;
  form.addEventListener('focusin', (event) => {
    if (!event.target.matches('#w-paper, #w-text')) return;
    clearTimeout(leaving);
    show(true);
  });
  form.addEventListener('focusout', () => {
    clearTimeout(leaving);
    leaving = setTimeout(show, GONE_AFTER, false);
  });
  const view = globalThis.visualViewport;
  view?.addEventListener('resize', () => {
    const covered = Math.max(0, Math.round(innerHeight - view.height - view.offsetTop));
    document.documentElement.style.setProperty('--keyboard', `${covered}px`);
    const stands = document.activeElement;
    if (covered && form.contains(stands)) stands?.scrollIntoView({ block: 'nearest' });
  });
}

function show(isUp) {
  document.body.classList.toggle('is-keyboard', isUp);
}
