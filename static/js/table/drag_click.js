// The click that a browser makes of the end of a drag presses nothing. The next press is another's, however soon it comes.

const WAITS = 60; // ms; a browser that makes a click of it makes it at once

/** Let go of what was dragged: the click that follows is nobody's. */
export function swallowClick() {
  const end = () => {
    clearTimeout(timer);
    removeEventListener('click', swallow, { capture: true });
    removeEventListener('pointerdown', end, { capture: true });
  };
  const swallow = (click) => {
    click.preventDefault();
    click.stopPropagation();
    end();
  };
  const timer = setTimeout(end, WAITS);
  addEventListener('click', swallow, { capture: true });
  addEventListener('pointerdown', end, { capture: true });
}
