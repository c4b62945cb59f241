// A sheet of the print shop seen nearer: as large as the paper, or one card of it close up. Without this module the same
// links open pages that show them.

import { there, within } from './there.js';
import { along } from './way.js';

/** Every other way out of the sheet keeps what is looked at. `own` are the links that change it. */
export function addressed(name, value, own) {
  for (const link of document.querySelectorAll(`#print-sheet a[href]:not(${own})`)) {
    const to = new URL(link.getAttribute('href') ?? '', location.href);
    if (value) to.searchParams.set(name, value);
    else to.searchParams.delete(name);
    link.setAttribute('href', `${to.pathname}${to.search}`);
  }
}

// --- as large as the paper ------------------------------------------------------------------------------------------

/** Shows the sheet in the scale of that link; `at`, a press on the paper, stays beneath the pointer. */
/** @param {HTMLElement} link @param {MouseEvent | null} at */
function scaled(link, at = null) {
  const sheets = document.querySelector('.ps-sheets');
  if (!(sheets instanceof HTMLElement)) return;
  const isFull = link.dataset.scale === 'full';
  const paper = at && within(at, '.ps-paper');
  const before = paper?.getBoundingClientRect();
  sheets.toggleAttribute('data-full', isFull);
  sheets.tabIndex = isFull ? 0 : -1;
  for (const one of document.querySelectorAll('[data-scale]')) {
    if (one === link) one.setAttribute('aria-current', 'true');
    else one.removeAttribute('aria-current');
  }
  history.replaceState(history.state, '', link.getAttribute('href'));
  addressed('scale', isFull ? '100' : '', '[data-scale]');
  if (!at || !paper || !before || !isFull) return;
  const now = paper.getBoundingClientRect();
  const [across, down] = [(at.clientX - before.left) / before.width, (at.clientY - before.top) / before.height];
  sheets.scrollLeft += now.left + across * now.width - at.clientX;
  const [left, top] = [sheets.scrollLeft, sheets.scrollTop];
  sheets.scrollTop += now.top + down * now.height - at.clientY;
  if (sheets.scrollTop === top && sheets.scrollLeft === left) {
    scrollBy(0, paper.getBoundingClientRect().top + down * now.height - at.clientY); // on a phone the page scrolls
  }
}

// --- a card close up ------------------------------------------------------------------------------------------------

class CloseUp {
  /** @param {HTMLDialogElement} dialog */
  constructor(dialog) {
    this.dialog = dialog;
    this.links = [];
    this.at = 0;
    dialog.addEventListener('click', (event) => this.pressed(event));
    dialog.addEventListener('keydown', (event) => {
      const step = along(event.key, this.dialog);
      if (step && !event.altKey && !event.ctrlKey && !event.metaKey) this.show(this.at + step);
    });
    dialog.addEventListener('close', () => this.links[this.at]?.focus());
  }

  open(link) {
    this.links = [...link.closest('.ps-paper').querySelectorAll('.ps-read')];
    this.dialog.querySelector('.ps-near')?.setAttribute('style', link.closest('.ps-sheets').getAttribute('style'));
    this.show(this.links.indexOf(link));
    this.dialog.showModal();
  }

  show(at) {
    const link = this.links[at];
    if (!link) return;
    this.at = at;
    const place = link.closest('.ps-place').cloneNode(true);
    place.removeAttribute('style');
    place.classList.remove('is-turned');
    place.querySelector('.ps-read')?.remove();
    this.dialog.querySelector('.ps-near-card')?.replaceChildren(place);
    this.dialog.setAttribute('aria-label', link.getAttribute('aria-label'));
    const which = this.dialog.querySelector('.ps-near-which');
    if (which) which.textContent = link.dataset.which;
    this.way('before', at > 0);
    this.way('after', at < this.links.length - 1);
  }

  way(name, isThere) {
    const link = this.dialog.querySelector(`[data-near="${name}"]`);
    if (isThere) link?.removeAttribute('aria-disabled');
    else link?.setAttribute('aria-disabled', 'true');
    if (link instanceof HTMLElement) link.tabIndex = 0; // it leads nowhere but here
  }

  pressed(event) {
    const way = event.target.closest('[data-near]')?.dataset.near;
    if (!way && event.target.closest('.ps-near-card > *')) return;
    event.preventDefault();
    if (way === 'before' || way === 'after') this.show(this.at + (way === 'after' ? 1 : -1));
    else this.dialog.close();
  }
}

/** Presses on a sheet; true where one was taken. */
export function nearer() {
  const dialog = document.getElementById('print-near');
  const closeUp = dialog instanceof HTMLDialogElement ? new CloseUp(dialog) : null;
  return (event) => {
    const link = event.target.closest('.ps-read, [data-scale], a');
    if (link?.matches('.ps-read') && closeUp) closeUp.open(link);
    else if (link?.matches('[data-scale]')) scaled(link);
    else if (!link && event.target.closest('.ps-paper')) {
      scaled(there('[data-scale]:not([aria-current])'), event);
    } else return false;
    event.preventDefault();
    return true;
  };
}
