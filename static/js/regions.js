// The live regions of a page: what a frame or a fetch brings is put in place, and what stands there is left as it is.

import { Idiomorph } from './vendor/idiomorph.js';

/** Which drawing of each region stands here: the server need not send what we have. */
export function shows() {
  return [...document.querySelectorAll('[data-region]')].filter((region) => region.dataset.region)
    .map((region) => `${region.id}.${region.dataset.region}`).join(',');
}

/** Bring the regions in `html` onto the page, and `parts` into theirs; `tell` is told before and after. What is not on
this page is left out. False where a part was meant for another drawing of its region than the one that stands here. */
export function morph(html, parts, tell) {
  const inside = parts.map(changed);
  const fresh = [...elementsOf(html, document), ...inside.flatMap((found) => found ?? [])].filter(([old]) => old);
  if (fresh.length) put(fresh, tell);
  return !inside.includes(null);
}

function put(fresh, tell) {
  const regions = fresh.map(([old]) => old.closest('[data-region]')?.id);
  const ids = [...new Set([...fresh.map(([old]) => old.id), ...regions])].filter(Boolean);
  const stood = document.activeElement;
  const region = stood?.closest?.('[data-region]')?.id;
  tell({ kind: 'before', ids });
  for (const [old, element] of fresh) {
    // What a template holds is not part of the tree that is morphed.
    if (element.querySelector('template')) {
      old.replaceWith(element);
      continue;
    }
    Idiomorph.morph(old, element, {
      morphStyle: 'outerHTML',
      restoreFocus: true,
      callbacks: { beforeAttributeUpdated: keeps, beforeNodeMorphed: isLeftAlone, beforeNodeRemoved: mayGo },
    });
  }
  // Where the browser cannot move what has the focus, it is still there and has lost it.
  if (region && stood.isConnected && document.activeElement !== stood) stood.focus({ preventScroll: true });
  if (region && !stood.isConnected) standAgain(region, stood.id);
  tell({ kind: 'after', ids });
}

// Elements of some HTML, each with the one it replaces.
function elementsOf(html, root) {
  const holder = document.createElement('template');
  holder.innerHTML = html || '';
  return [...holder.content.children].filter((element) => element.id).map((
    element,
  ) => [find(root, element.id), element]);
}

function find(root, id) {
  return root.id === id ? root : root.querySelector(`[id="${CSS.escape(id)}"]`);
}

// What changed inside a region, true only of the drawing it was made from: null where another one stands here.
function changed({ of, was, now, html }) {
  const region = document.getElementById(of);
  if (!region) return [];
  const fresh = region.dataset.region === was ? elementsOf(html, region) : [[null, null]];
  if (!fresh.every(([old, element]) => old && keep(element, region))) return null;
  region.dataset.region = now;
  return fresh;
}

/** What a frame says is kept is taken from the page as it stands. Whether all of it was there. */
export function keep(element, root) {
  for (const kept of element.querySelectorAll('[data-kept]')) {
    const found = kept.dataset.kept.split(' ').map((id) => find(root, id));
    if (found.includes(null)) return false;
    kept.replaceWith(...found.map((one) => one.cloneNode(true)));
  }
  return true;
}

// Where somebody stood is gone: they find themselves in front of the same thing, never at the top of the page. In a ballot
// that is the question, so that a second press of Enter does not take a vote back.
function standAgain(id, was) {
  if (document.activeElement && document.activeElement !== document.body) return;
  const region = document.getElementById(id);
  const same = was && region ? find(region, was) : null; // it lies elsewhere in the region now
  same?.focus({ preventScroll: true });
  if (same && document.activeElement === same) return;
  const inside = region?.closest('.ballot') ? null : region?.querySelector('button, a[href], summary, input, textarea');
  (inside ?? document.getElementById('bh') ?? document.getElementById('main'))?.focus({ preventScroll: true });
}

// A button that waits for its answer stays held, and what somebody opened stays open, whatever frame comes by.
function keeps(name, element) {
  if (element.hasAttribute('data-held')) return !['disabled', 'aria-busy', 'data-held'].includes(name);
  if (name === 'open' && element.localName === 'details') return false;
  return true;
}

// Words that are being written stay until their writer leaves them, though what they answer is over.
function mayGo(node) {
  const field = document.activeElement;
  const stays = field && node.contains?.(field) && field.closest('[data-stays]') && field['value'] &&
    !field['form']?.hasAttribute('data-sending');
  if (!stays) return true;
  field.addEventListener('blur', () => node.remove(), { once: true });
  return false;
}

function isLeftAlone(old, fresh) {
  return !(old.nodeType === 1 && old.isEqualNode?.(fresh));
}
