// The tools that mark the words: bold, italic, a bullet, a symbol; and the corners that are seldom wanted.

let form = null;

export function start(writing) {
  form = writing;
  form.addEventListener('click', onClick);
}

function onClick(event) {
  const marked = event.target.closest('[data-mark]');
  const corners = event.target.closest('[data-corners]');
  const text = form.elements.text;
  if (corners) toggleCorners(corners);
  else if (marked?.dataset.mark === '- ') bullet(text);
  else if (marked) insert(text, marked.dataset.mark, marked.dataset.mark === '{' ? '' : marked.dataset.mark);
}

function toggleCorners(button) {
  const isOn = button.getAttribute('aria-pressed') !== 'true';
  button.setAttribute('aria-pressed', String(isOn));
  form.querySelector('.writing-card').classList.toggle('has-corners', isOn);
}

function insert(text, before, after) {
  const [from, to] = [text.selectionStart, text.selectionEnd];
  const inside = text.value.slice(from, to);
  text.focus();
  text.setRangeText(before + inside + after, from, to, 'end');
  if (after && !inside) text.setSelectionRange(from + before.length, from + before.length);
  text.dispatchEvent(new Event('input', { bubbles: true }));
}

function bullet(text) {
  const start = text.value.lastIndexOf('\n', text.selectionStart - 1) + 1;
  const isBullet = text.value.startsWith('- ', start);
  text.focus();
  text.setRangeText(isBullet ? '' : '- ', start, isBullet ? start + 2 : start, 'end');
  text.dispatchEvent(new Event('input', { bubbles: true }));
}
