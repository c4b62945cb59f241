// Scripts that come when they are wanted. The page's own tags for them lie in a <template data-later> (studio/templatetags/
// joined.py), and run when they are put on the page; the last module of them says that all is here.

const here = new Map(); // modules by name, with what they brought
const files = new Map(); // addresses that were asked for, with whether each has come
let failures = 0;

/**
 * Said by such a module when it has run.
 *
 * @param {string} name
 * @param {object} brought
 */
export function arrive(name, brought) {
  here.set(name, brought);
}

/**
 * Have it here; null where something of it does not come. It may be asked for again then.
 *
 * @param {string} name
 * @returns {Promise<any>} what `arrive` was told
 */
export async function bring(name) {
  if (!here.has(name)) {
    const tags = document.querySelector(`template[data-later="${name}"]`)?.content.children ?? [];
    await Promise.all([...tags].map(file));
  }
  return here.get(name) ?? null;
}

/** @param {Element} tag */
function file(tag) {
  const address = tag.getAttribute('src') ?? '';
  // What the page began with ran before this was asked for.
  if (!files.has(address) && document.querySelector(`script[src="${address}"]`)) return true;
  const asked = files.get(address) ?? new Promise((done) => {
    const script = /** @type {HTMLScriptElement} */ (document.importNode(tag, true));
    if (failures) script.src = `${address}?again=${failures}`; // a browser may remember what did not come
    script.addEventListener('load', () => done(true));
    script.addEventListener('error', () => {
      failures += 1;
      files.delete(address);
      script.remove();
      done(false);
    });
    document.head.append(script);
  });
  files.set(address, asked);
  return asked;
}
