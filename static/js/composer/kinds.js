// What the card is: a kind of the deck's own is one press, beside the shapes of the three.

export function start(form) {
  form.querySelector('.kinds')?.addEventListener('click', (event) => {
    const own = event.target.closest('[data-own-kind]');
    if (!own) return;
    form.elements.kind_word.value = own.dataset.ownKind;
    form.elements.kind_word.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
