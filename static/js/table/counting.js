// A number that is one's own to set opens where it stands: so many more or fewer in one press, or another number typed.
// Enter sets what is typed, Escape leaves it as it was.

import { command } from '../act.js';
import { there, within } from '../there.js';

const STEPS = [-5, -4, -3, -2, -1, 1, 2, 3, 4, 5];
const EDGE = 6; // px that it keeps off the window's edge

let box = null;

export function start() {
  document.addEventListener('click', (event) => {
    const number = within(event, '[data-set]');
    if (number) begin(number);
  });
}

function begin(number) {
  const press = number.closest('.counter').querySelector('button[formaction]');
  if (!press) return;
  end();
  const was = number.textContent.trim();
  const mine = Object.assign(document.createElement('div'), { className: 'count-box sheet', tabIndex: -1 });
  mine.setAttribute('role', 'group');
  mine.setAttribute('aria-label', number.dataset.title);
  const field = Object.assign(document.createElement('input'), {
    type: 'number',
    inputMode: 'numeric',
    className: 'input count-input',
    value: was,
  });
  field.setAttribute('aria-label', number.dataset.title);
  const close = (value) => {
    if (box !== mine) return;
    end();
    if (value !== was) set(press, value);
    if (number.isConnected) number.focus({ preventScroll: true });
  };
  mine.append(field, ...STEPS.map((step) => stepping(step, () => close(String(Number(was) + step)))));
  mine.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' && (event.key !== 'Enter' || event.target !== field)) return;
    event.preventDefault();
    event.stopPropagation();
    close(event.key === 'Enter' ? field.value : was);
  });
  mine.addEventListener('focusout', (event) => {
    if (box !== mine || mine.contains(/** @type {Node | null} */ (event.relatedTarget))) return;
    end();
    if (field.value !== was) set(press, field.value);
  });
  box = mine;
  there('#main').append(mine);
  place(mine, number.getBoundingClientRect());
  // A finger first finds the steps: the keyboard of a phone would lie over them.
  if (matchMedia('(pointer: coarse)').matches) mine.focus();
  else {
    field.focus();
    field.select();
  }
}

function stepping(step, does) {
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    textContent: step < 0 ? `−${-step}` : `+${step}`,
  });
  button.addEventListener('pointerdown', (event) => event.preventDefault()); // the focus stays, and with it the box
  button.addEventListener('click', does);
  return button;
}

function place(element, at) {
  const { width, height } = element.getBoundingClientRect();
  const left = Math.min(Math.max(EDGE, at.left + at.width / 2 - width / 2), innerWidth - width - EDGE);
  const top = Math.min(Math.max(EDGE, at.top + at.height / 2 - 24), innerHeight - height - EDGE);
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
}

// What the buttons beside it send, with another value.
function set(press, value) {
  if (!/^-?[0-9]+$/.test(value)) return;
  const address = new URL(press.formAction);
  address.searchParams.set('value', value);
  command(address.href, {});
}

function end() {
  const gone = box;
  box = null;
  gone?.remove();
}
