// What may stand in braces: the deck's symbols and keywords, as the page offers them.

let offered = null;

const lines = () => ['#r-known', '#lexicon'].flatMap((list) => [...document.querySelectorAll(`${list} [data-code]`)]);

/** Other words are in force: they are read anew when they are next asked for. */
export function forget() {
  offered = null;
}

/** Each as `{code, words, src, meaning}`; `code` with its braces. */
export function offers() {
  offered ??= lines().map((one) => ({
    code: one.dataset.code,
    words: one.dataset.words,
    src: one.dataset.src ?? '',
    meaning: one.dataset.meaning ?? '',
    isKeyword: 'meaning' in one.dataset,
  }));
  return offered;
}

/** What a token (without braces) stands for, or null: its drawing and the number before it, a coin, or a keyword. */
export function meant(token) {
  const spelt = token.toLowerCase();
  const same = offers().find((one) => bare(one) === spelt);
  if (same) return { ...same, count: same.src || same.isKeyword ? '' : number(spelt), isCoin: isCoin(same) };
  const counted = /^(.+?) +(\d{1,3})$/.exec(spelt);
  if (counted) {
    if (counted[1] === 'gold') return { words: spelt, src: '', isCoin: true, count: counted[2] };
    const one = offers().find((other) => bare(other) === counted[1] && other.src);
    if (one && !/^(die|dice|energy)/.test(spelt)) return { ...one, count: counted[2], isCoin: false };
  }
  const slotted = offers().find((one) => one.isKeyword && one.code.includes(' ') && spelt.startsWith(`${word(one)} `));
  return slotted ?? null;
}

const bare = (one) => one.code.slice(1, -1).toLowerCase();
const word = (one) => bare(one).split(' ').slice(0, -1).join(' ');
const isCoin = (one) => !one.src && !one.isKeyword;
const number = (spelt) => /\d+$/.exec(spelt)?.[0] ?? '';
