// What somebody had begun and not put down lies in this browser: it is shown where it can be gone on with.

export function start(deckName) {
  for (const line of document.querySelectorAll('[data-leftover]')) {
    const begun = draft(`carte.draft.${deckName}.${line.dataset.leftover}`);
    if (!begun) continue;
    line.hidden = false;
    if (begun.title) line.querySelector('a').textContent = begun.title;
  }
}

function draft(name) {
  try {
    const kept = JSON.parse(localStorage.getItem(name) || 'null');
    return kept && (kept.title || kept.text) ? kept : null;
  } catch {
    return null;
  }
}
