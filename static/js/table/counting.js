// A number that is one's own to set is typed where it stands: Enter sets it, Escape leaves it as it was.

import { command } from '../act.js';

let field = null;

export function start() {
  document.addEventListener('click', (event) => {
    const number = event.target.closest?.('[data-set]');
    if (number) begin(number);
  });
}

function begin(number) {
  const press = number.closest('.counter').querySelector('button[formaction]');
  if (!press) return;
  end();
  const at = number.getBoundingClientRect();
  const { title } = number.dataset;
  field = Object.assign(document.createElement('input'), {
    type: 'number',
    inputMode: 'numeric',
    className: 'input count-input',
    value: number.textContent.trim(),
    ariaLabel: title,
  });
  field.style.left = `${Math.max(4, at.left + at.width / 2 - 36)}px`;
  field.style.top = `${at.top + at.height / 2 - 22}px`;
  const mine = field;
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') set(press, mine.value);
    end();
    if (number.isConnected) number.focus({ preventScroll: true });
  });
  field.addEventListener('blur', () => {
    if (field === mine) {
      set(press, mine.value, number.textContent.trim());
      end();
    }
  });
  document.getElementById('table').append(field);
  field.focus();
  field.select();
}

// What the buttons beside it send, with another value.
function set(press, value, was = '') {
  if (!/^-?[0-9]+$/.test(value) || value === was) return;
  const address = new URL(press.formAction);
  address.searchParams.set('value', value);
  command(address.href, {});
}

function end() {
  const gone = field;
  field = null;
  gone?.remove();
}
