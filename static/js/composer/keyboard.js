// A telephone's keyboard takes half of the glass: the tools give way, and the list of symbols lies just above it.

const UP = 0.78; // of the window: what is left above a keyboard is less

export function start() {
  const view = globalThis.visualViewport;
  view?.addEventListener('resize', () => {
    const left = innerHeight - view.height - view.offsetTop;
    const isUp = view.height < innerHeight * UP && Boolean(document.activeElement?.closest('#writing'));
    document.body.classList.toggle('is-keyboard', isUp);
    document.documentElement.style.setProperty('--keyboard', `${Math.max(0, Math.round(left))}px`);
    if (isUp) document.activeElement.scrollIntoView({ block: 'nearest' });
  });
}
