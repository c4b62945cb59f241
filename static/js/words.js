// What the scripts say. The server words it, in the language of the page (templates/*/_*words.html): no sentence stands
// in a script.

const found = new Map();

/** The words of that name, their {slots} filled once: what fills them is not looked into. */
export function words(name, slots = {}) {
  return said(name).replace(/\{(\w+)\}/g, (slot, of) => String(slots[of] ?? slot));
}

/** Names that stand in one row, as of the months. */
export function row(name) {
  return said(name).split('|').map((one) => one.trim());
}

function said(name) {
  if (!found.size) {
    for (const template of document.querySelectorAll('template[data-words]')) {
      for (const line of template.content.querySelectorAll('[data-says]')) {
        found.set(line.dataset.says, line.textContent.trim());
      }
    }
  }
  return found.get(name) ?? '';
}
