// I and N vote while the focus is in the ballot (the workshop's, or the sheet over a table) and not in something one types
// into. Shown on the buttons; a switch turns them off, and the choice is kept on this device.

const KEPT = 'carte.hotkeys';

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
    const ballot = event.target.closest?.('.ballot, .votepanel');
    if (!ballot || event.target.closest('textarea, select, input:not([type="checkbox"])')) return;
    const button = ballot.querySelector(`[data-hotkey="${CSS.escape(event.key.toLowerCase())}"]`);
    if (!button || button.hasAttribute('data-held')) return;
    event.preventDefault();
    button.click();
  });
}
