// The list of kinds, opened on the type line: it closes when one has chosen, looks elsewhere or presses Escape.

let form = null;

const list = () => form.querySelector('details.kinds');

export function start(writing) {
  form = writing;
  if (!list()) return;
  list().addEventListener('toggle', () => {
    if (list().open) list().querySelector('input:checked')?.focus();
  });
  list().addEventListener('click', (event) => {
    const own = event.target.closest('[data-own-kind]');
    if (own) {
      list().querySelector('[value="other"]').checked = true;
      form.elements.kind_word.value = own.dataset.ownKind;
      form.elements.kind_word.dispatchEvent(new Event('input', { bubbles: true }));
      close();
    }
    if (event.detail && event.target.closest('label')) setTimeout(close); // a press, and no arrow key
  });
  list().addEventListener('keydown', (event) => {
    if (!list().open || !['Escape', 'Enter'].includes(event.key) || event.target.localName === 'summary') return;
    event.preventDefault();
    event.stopPropagation();
    close();
  });
  document.addEventListener('click', (event) => {
    if (list().open && !list().contains(event.target)) list().open = false;
  });
}

function close() {
  list().open = false;
  list().querySelector('summary').focus();
}
