// The box of all kinds of token. It is a popover; who knows none (before Chrome 114, Firefox 125, Safari 17) opens and
// closes it by a class.

const isKnown = 'popover' in HTMLElement.prototype;
const opened = () => document.querySelector('[popover].is-open');

export function start() {
  if (isKnown) return;
  document.addEventListener('click', onClick);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') opened()?.classList.remove('is-open');
  });
}

/** What is taken out of it goes onto what lies under it. */
export function close(box) {
  if (isKnown) box.hidePopover();
  else box.classList.remove('is-open');
}

function onClick(event) {
  const button = event.target.closest?.('[popovertarget]');
  const box = opened();
  if (box && (button || !box.contains(event.target))) box.classList.remove('is-open');
  if (button && !box) document.getElementById(button.getAttribute('popovertarget'))?.classList.add('is-open');
}
