// How large the glass is, by the steps at which the style sheets lay a page out otherwise. A step that a script has to know
// stands here alone; tests/test_styles.py holds it against the sheets.

export const desk = matchMedia('(min-width: 62rem)'); // what is written lies beside what is voted on
export const lowDesk = matchMedia('(max-height: 51.99rem) and (min-width: 62rem)'); // two slips share a place
export const broad = matchMedia('(min-width: 76rem)'); // a card is shown beside a long list
export const narrow = matchMedia('(max-width: 45.99rem)'); // a list of symbols is a row
