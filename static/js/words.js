// What the scripts say. The server words it, in the language of the page (templates/*/_*words.html): no sentence stands
// in a script.

const found = new Map();

// As studio/web/words.py has it: what is written from right to left turns nothing round it.
const OTHER_WAY = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const ISOLATED = /\u2068[^\u2068\u2069]*\u2069/g;

/** The words of that name, their {slots} filled once: what fills them is not looked into. */
export function words(name, slots = {}) {
  return said(name).replace(/\{(\w+)\}/g, (slot, of) => isolated(String(slots[of] ?? slot)));
}

function isolated(text) {
  return OTHER_WAY.test(text.replace(ISOLATED, '')) ? `\u2068${text}\u2069` : text;
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
