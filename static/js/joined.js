// How modules run that came in one file with others (studio/web/joined): each once, when the first one asks for it. A
// page's own tags say with which ones it begins. Only the first joined file of a page holds this.

// Who does not know `@media (scripting)` goes by this (studio/web/joined/older.py). It stands here because nothing of a
// page runs before.
document.documentElement.classList.add('is-scripted');

const makers = new Map();
const made = new Map();
const given = new Set(); // files
const begun = new Set(); // modules

/**
 * What a module exports. It runs when it is asked for the first time; one that failed is not run again.
 *
 * @param {string} name
 */
export function need(name) {
  if (!made.has(name)) {
    const make = makers.get(name);
    if (!make) throw new Error(`${name} is not here`);
    makers.delete(name);
    made.set(name, make(need));
  }
  return made.get(name);
}

/**
 * Take a file's modules in, and run what the page begins with as far as all its files are there by now: which these are
 * stands in its tag. One that fails does not keep the others.
 *
 * @param {string} file
 * @param {Record<string, (need: (name: string) => object) => object>} some
 */
export function give(file, some) {
  given.add(file);
  for (const [name, make] of Object.entries(some)) makers.set(name, make);
  for (const tag of document.querySelectorAll('script[data-runs]')) {
    const { runs = '', files = '' } = /** @type {HTMLElement} */ (tag).dataset;
    if (begun.has(runs) || !files.split(' ').every((one) => given.has(one))) continue;
    begun.add(runs);
    try {
      need(runs);
    } catch (error) {
      reportError(error);
    }
  }
}
