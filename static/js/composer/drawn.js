// How the marks of a text are drawn while it is written: letter for letter what is stored, its marks without width.

/** A node for one of the `pieces` of a text. */
export function element(part, text) {
  const words = text.slice(part.from, part.to);
  if (part.is === 'mark') return span('mk', words);
  if (part.is === 'symbol') return symbol(part.found, words);
  if (part.is === 'keyword') {
    const whole = span('w-keyword', '');
    whole.append(span('mk', words[0]), words.slice(1, -1), span('mk', words.at(-1)));
    return whole;
  }
  let node = /** @type {Node} */ (document.createTextNode(words));
  for (const [is, name] of [[part.italic, 'i'], [part.bold, 'b']]) {
    if (!is) continue;
    const around = document.createElement(name);
    around.append(node);
    node = around;
  }
  return node;
}

function span(name, words) {
  return Object.assign(document.createElement('span'), { className: name, textContent: words });
}

// One stands before it and one behind: the caret has a place on either side.
function symbol(found, words) {
  const whole = span('w-symbol', '');
  const behind = span('mk', words.slice(1));
  const sign = span(found.isCoin ? 'w-sign cf-coin' : 'w-sign', '');
  if (found.count) sign.dataset.count = found.count;
  if (found.src) sign.style.setProperty('--src', `url("${found.src}")`);
  whole.append(span('mk', words[0]), sign, behind);
  return whole;
}
