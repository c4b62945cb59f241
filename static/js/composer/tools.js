// The tools that mark the words: bold, italic, a bullet, a symbol; and the corners that are seldom wanted.

import * as paper from './paper.js';

let form = null;

export function start(writing) {
  form = writing;
  form.addEventListener('click', onClick);
}

function onClick(event) {
  const mark = event.target.closest('[data-mark]')?.dataset.mark;
  const corners = event.target.closest('[data-corners]');
  if (corners) toggleCorners(corners);
  if (!mark) return;
  const { text, from, to } = paper.now();
  paper.focus();
  paper.select(from, to);
  if (mark === '- ') bullet(text, from);
  else if (mark === '{') paper.replace(from, to, '{');
  else paper.around(mark);
}

function toggleCorners(button) {
  const isOn = button.getAttribute('aria-pressed') !== 'true';
  button.setAttribute('aria-pressed', String(isOn));
  form.querySelector('.writing-card').classList.toggle('has-corners', isOn);
}

function bullet(text, from) {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const isBullet = text.startsWith('- ', start);
  paper.replace(start, isBullet ? start + 2 : start, isBullet ? '' : '- ', from + (isBullet ? -2 : 2));
}
