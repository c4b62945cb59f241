// The marks in a text, found as the server finds them (cards/face/text.py): bold, italic, symbols, keywords.

const MARK = /\\([*{\-\\])|(\*\*)|(\*)|\{([^\s{}*\\](?:[^\n{}*\\]{0,58}[^\s{}*\\])?)\}/gu;
const LETTER = /[\p{L}\p{N}]/u;

/**
 * What a text is made of, in order: `{from, to, is, bold, italic, found}`, its places counted in the text. `is` is
 * "words", "mark" (seen by what it does), "symbol" or "keyword"; `meant(token)` tells what stands in braces, or null.
 */
export function pieces(text, meant) {
  const parts = [];
  let at = 0;
  for (const block of text.split(/(\n{2,})/)) {
    parts.push(...inBlock(block, at, meant));
    at += block.length;
  }
  return parts;
}

function inBlock(block, start, meant) {
  const raw = [];
  let at = 0;
  for (const mark of block.matchAll(MARK)) {
    const [whole, escaped, double, single, token] = mark;
    const found = token ? meant(token) : null;
    if (token && !found) continue;
    if (mark.index > at) raw.push({ is: 'words', from: at, to: mark.index });
    const to = mark.index + whole.length;
    if (escaped) raw.push({ is: 'mark', from: at = mark.index, to: at + 1 }, { is: 'words', from: at + 1, to });
    else if (found) raw.push({ is: found.src || found.isCoin ? 'symbol' : 'keyword', from: mark.index, to, found });
    else raw.push({ is: double || single, from: mark.index, to });
    at = to;
  }
  if (at < block.length) raw.push({ is: 'words', from: at, to: block.length });
  return styled(raw, block).map((part) => ({ ...part, from: part.from + start, to: part.to + start }));
}

function styled(raw, block) {
  const paired = pairs(raw, block);
  let bold = false;
  let italic = false;
  return raw.map((part, index) => {
    if (part.is !== '*' && part.is !== '**') return { ...part, bold, italic };
    if (!paired.has(index)) return { ...part, is: 'words', bold, italic };
    if (part.is === '**') bold = !bold;
    else italic = !italic;
    return { ...part, is: 'mark', bold: false, italic: false };
  });
}

// One opens before a letter and closes after one, never inside a word.
function pairs(raw, block) {
  const waiting = {};
  const paired = new Set();
  for (const [index, part] of raw.entries()) {
    if (part.is !== '*' && part.is !== '**') continue;
    const before = edge(raw[index - 1], block, -1);
    const after = edge(raw[index + 1], block, 0);
    const isInWord = part.is === '*' && LETTER.test(before) && LETTER.test(after);
    if (part.is in waiting && !isInWord && !/\s/.test(before) && index - waiting[part.is] > 1) {
      paired.add(waiting[part.is]).add(index);
      delete waiting[part.is];
    } else if (!isInWord && !/\s/.test(after)) waiting[part.is] = index;
  }
  return paired;
}

function edge(part, block, end) {
  if (!part) return ' ';
  if (part.is === 'symbol') return 'x';
  return [...block.slice(part.from, part.to)].at(end);
}
