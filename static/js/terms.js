// A keyword on a card says what it means where it is pressed: a finger has no pointer that hovers. Without this script
// the meaning is the word's title, and the card's own page has it in a list beside the card.

const EDGE = 8; // px that the note keeps from the window's edge
const note = document.createElement('div');
note.className = 'term-note';
note.popover = 'auto';
note.setAttribute('role', 'status');

document.addEventListener('click', (event) => {
  const word = event.target.closest?.('.cf-key');
  if (!word?.title || word.closest('a, button, [inert]')) return;
  document.body.append(note);
  note.textContent = word.title;
  note.showPopover();
  const [at, size] = [word.getBoundingClientRect(), note.getBoundingClientRect()];
  const left = Math.min(at.left, innerWidth - size.width - EDGE);
  const below = at.bottom + EDGE;
  note.style.left = `${Math.max(EDGE, left)}px`;
  note.style.top = `${below + size.height < innerHeight ? below : at.top - size.height - EDGE}px`;
});
