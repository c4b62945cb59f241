// What became of it, for whoever had the sheet folded or only watches: beside the table, which goes on at once.
// Nobody's focus is taken; it lies there for a while, and goes when somebody asks something.

const STAYS = 7_000; // ms, longer while somebody points at it

let timer = 0;

const slip = () => document.getElementById('verdict');

/** `sheet`: the verdict as the server drew it. */
export function tell(sheet) {
  const place = slip();
  if (!place) return;
  const turn = sheet.querySelector('.vs-turn').cloneNode(true);
  turn.removeAttribute('id');
  for (const element of turn.querySelectorAll('[id]')) element.removeAttribute('id');
  place.querySelector('[data-verdict-card]').replaceChildren(turn);
  place.querySelector('[data-verdict-heading]').textContent = sheet.querySelector('.vv-h').textContent;
  place.querySelector('[data-verdict-words]').textContent = sheet.querySelector('.vv-words').textContent;
  place.querySelector('[data-verdict-reasons]').replaceChildren(
    ...[...sheet.querySelectorAll('.reasons > .note')].map((note) => note.cloneNode(true)),
  );
  place.querySelector('[data-verdict-again]').replaceChildren(
    ...[...sheet.querySelectorAll('.again-acts')].map((acts) => acts.cloneNode(true)),
  );
  place.hidden = false;
  stay();
  place.onpointerenter = () => clearTimeout(timer);
  place.onpointerleave = stay;
  place.onfocus = () => clearTimeout(timer);
  place.querySelector('[data-verdict-close]').onclick = away;
}

function stay() {
  clearTimeout(timer);
  timer = setTimeout(away, STAYS);
}

/** Put it away. */
export function away() {
  clearTimeout(timer);
  if (slip()) slip().hidden = true;
}
