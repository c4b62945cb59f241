// I and N vote while the focus is in the ballot (the workshop's, or the sheet over a table) and not in something one types
// into. Shown on the buttons; a switch turns them off, and the choice is kept on this device. No single key closes a
// ballot: the button that would is only gone to, and the same key once more presses it.

import { sayNow } from './announce.js';
import { hasRested, isField } from './busy.js';
import { within } from './there.js';
import { words } from './words.js';

let readied = ''; // the answer that was gone to by a key, as its button read then

const KEPT = 'carte.hotkeys';
const IN_A_WORD = 600; // ms between two letters of it, at most

function wanted() {
  try {
    return localStorage.getItem(KEPT) !== 'off';
  } catch {
    return true;
  }
}

function show(on) {
  document.body.classList.toggle('no-hotkeys', !on);
}

export function start() {
  const box = document.getElementById('hotkeys');
  show(wanted());
  if (box) {
    box.checked = wanted();
    box.addEventListener('change', () => {
      try {
        localStorage.setItem(KEPT, box.checked ? 'on' : 'off');
      } catch { /* kept for this page only */ }
      show(box.checked);
    });
  }
  document.addEventListener('keydown', (event) => {
    if (
      document.body.classList.contains('no-hotkeys') || event.ctrlKey || event.metaKey || event.altKey || event.repeat
    ) return;
    const ballot = within(event, '.ballot, .votepanel');
    // The rest of a word that was begun in a field which is gone is no vote.
    if (!ballot || isField(event.target) || !hasRested(IN_A_WORD)) return;
    const button = ballot.querySelector(`[data-hotkey="${CSS.escape(event.key.toLowerCase())}"]`);
    if (!button || button.hasAttribute('data-held')) return;
    event.preventDefault();
    const answer = `${ballot.querySelector('[data-proposal]')?.dataset.proposal} ${button.textContent}`;
    if (button.hasAttribute('data-settles') && (readied !== answer || document.activeElement !== button)) {
      readied = answer;
      button.focus();
      sayNow(words('press-again', { key: event.key.toUpperCase() }));
      return;
    }
    readied = '';
    button.click();
  });
}
