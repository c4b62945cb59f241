// What became of it: shown beside the table, which goes on at once. Nobody's focus is taken; it lies there for a while.

const STAYS = 7_000; // ms, longer while somebody points at it

let timer = 0;

const slip = () => document.getElementById('verdict');

/** `was`: the ballot as it stood, and the ids of the minutes at that time. */
export function tell(was) {
  const place = slip();
  const card = was.sheet.querySelector('.vs-turn');
  if (!place || !card) return;
  const fresh = [...document.querySelectorAll('#r-log .tlog > .log-deck')].filter((line) => !was.lines.has(line.id));
  const changes = fresh.map((line) => line.lastElementChild.textContent.trim()).filter((words) => !words.startsWith('The game '));
  const isIn = changes.length > 0;
  const isOut = !isIn && was.sheet.querySelector('.reasons, .seal.is-against') !== null;
  place.querySelector('[data-verdict-card]').replaceChildren(dressed(card, isIn, isOut));
  place.querySelector('[data-verdict-heading]').textContent = isIn ? 'It’s in.' : isOut ? 'Not this time.' : 'That is settled.';
  place.querySelector('[data-verdict-words]').textContent = isIn ? `${changes[0]}.` : isOut ? 'It lies in the drawer, with its reasons. The game goes on.' : 'The game goes on.';
  place.querySelector('[data-verdict-reasons]').replaceChildren(...[...was.sheet.querySelectorAll('.reasons > .note')]);
  place.hidden = false;
  stay();
  place.onpointerenter = () => clearTimeout(timer);
  place.onpointerleave = stay;
  place.onfocus = () => clearTimeout(timer);
  place.querySelector('[data-verdict-close]').onclick = away;
}

function stay() { clearTimeout(timer); timer = setTimeout(away, STAYS); }

function away() {
  clearTimeout(timer);
  slip().hidden = true;
}

// The vote turns handwriting into print, in place: the same face, the other frame.
function dressed(card, isIn, isOut) {
  const turn = card.cloneNode(true);
  for (const element of turn.querySelectorAll('[id]')) element.removeAttribute('id');
  turn.removeAttribute('id');
  turn.querySelector('.stamp')?.remove();
  const holder = turn.querySelector('.card');
  if (isIn && holder.querySelector('.cf[data-frame="hand"]')) {
    const was = holder.cloneNode(true);
    was.classList.add('was');
    was.setAttribute('aria-hidden', 'true');
    const face = holder.querySelector('.cf');
    face.dataset.frame = 'press';
    if (!face.querySelector('.cf-tab')) { holder.replaceChildren(...was.cloneNode(true).children); } else turn.append(was);
  }
  if (isIn || isOut) {
    const stamp = document.createElement('span');
    stamp.className = `stamp${isIn ? '' : ' stamp--ink'}`;
    stamp.setAttribute('aria-hidden', 'true');
    stamp.textContent = isIn ? 'Accepted' : 'Rejected';
    turn.append(stamp);
  }
  return turn;
}
