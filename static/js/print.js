// The print shop: shows the sheets as choices change, and follows a print until it is done.
// Without this module the page has a button for the one and reloads itself for the other.

import { addressed, nearer } from './sheet.js';
import { along } from './way.js';

const EVERY = 700; // ms between two looks at a print, at first
const LONGEST = 3000; // ms, when it takes long: a small part of the time it has taken
const PART = 8;
const PAUSE = 350; // ms after the last letter that was typed
const HOLDS = ['design', 'size', 'paper', 'backs', 'marks', 'besides', 'cutter', 'service', 'shift'].map((part) =>
  `print-holds-${part}`
);
const PARTS = [
  'print-bundles',
  'print-counts',
  'print-over',
  'print-made',
  'print-ink',
  'print-frames-ink',
  'print-sheet',
  ...HOLDS,
]; // what the choices decide
const LOOKED_AT = ['sheet', 'side', 'page', 'scale']; // stays while choices change
const BESIDE = ['cover', 'test_page', 'rules_sheet', 'tokens', 'box']; // choices that have a page of their own
const OFFSETS = ['back_x', 'back_y', 'back_bleed']; // what a printer does, which no deck knows
const KEPT = 'carte-print-';

const page = (text) => new DOMParser().parseFromString(text, 'text/html');

function say(words) {
  const here = document.getElementById('say');
  if (here && here.textContent !== words) here.textContent = words;
}

/** The style of cards of another size is there before the first of them is. */
function styled(href) {
  const last = document.getElementById('print-size');
  if (!last || last.getAttribute('href') === href) return Promise.resolve();
  if (!href) return Promise.resolve(last.setAttribute('href', ''));
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.id = 'print-size';
  const ready = new Promise((done) => {
    link.addEventListener('load', done);
    link.addEventListener('error', done);
  });
  link.href = href;
  last.after(link);
  return ready.then(() => last.remove());
}

class Shop {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.turn = 0;
    this.timer = 0;
    this.ahead = new Map(); // the sheets before and after, by address
    this.nearer = nearer();
    document.documentElement.classList.add('has-script');
    form.addEventListener('change', (event) => this.changed(event.target));
    form.addEventListener('input', (event) => this.typed(event.target));
    document.getElementById('print-sheet')?.addEventListener('click', (event) => this.stepped(event));
    document.addEventListener('keydown', (event) => this.keyed(event));
    form.addEventListener('click', (event) => this.bundled(event));
    if (this.remembered()) this.show(this.asked());
    this.findable();
    this.numbered();
    this.lookAhead();
  }

  /** The page with what is chosen, and a page beside the sheets that is looked at from now on. */
  asked(beside = '') {
    const fields = new URLSearchParams(/** @type {any} */ (new FormData(this.form)));
    const here = new URLSearchParams(location.search);
    for (const name of LOOKED_AT) if (here.has(name)) fields.set(name, here.get(name) ?? '');
    if (beside) fields.set('page', beside);
    return `${this.form.action}?${fields}`;
  }

  changed(field) {
    if (field.matches('[data-find]')) return;
    if (OFFSETS.includes(field.name)) keep(field);
    if (field.name?.endsWith('_wide') || field.name?.endsWith('_high')) chooseOwn(this.form, field);
    clearTimeout(this.timer);
    this.show(this.asked(BESIDE.includes(field.name) && field.checked ? field.name : ''));
  }

  typed(field) {
    if (field.matches('[data-find]')) return find(this.form, field.value);
    if (!field.matches('input.input')) return;
    if (field.name.endsWith('_wide') || field.name.endsWith('_high')) chooseOwn(this.form, field);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(this.asked()), PAUSE);
  }

  /** A first choice sets the fields it decides, and what somebody typed stays. */
  bundled(event) {
    const link = event.target.closest?.('[data-bundle]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    for (const [name, value] of new URLSearchParams(link.dataset.fields)) fill(this.form, name, value);
    clearTimeout(this.timer);
    this.show(this.asked());
  }

  async read(address) {
    const answer = await fetch(`${address}${address.includes('?') ? '&' : '?'}part=shop`, {
      credentials: 'same-origin',
    });
    return answer.ok ? page(await answer.text()).getElementById('print-parts') : null;
  }

  /** What the choices make of the page. The form itself stays: somebody is using it. */
  async show(address) {
    const turn = ++this.turn;
    try {
      const parts = await this.read(address);
      if (!parts || turn !== this.turn) return;
      await styled(parts.dataset.size ?? '');
      if (turn !== this.turn) return;
      this.ahead.clear();
      this.put(parts, PARTS);
      this.pick(parts);
      tell(this.form, parts);
      hold(this.form, parts);
      say(document.getElementById('print-made')?.textContent?.replace(/\s+/g, ' ').trim() ?? '');
      this.lookAhead();
    } catch {
      // The line dropped; the button still sends the choices.
    }
  }

  put(parts, names) {
    for (const id of names) {
      const fresh = parts.querySelector(`#${id}`);
      const here = document.getElementById(id);
      if (fresh && here && fresh.innerHTML !== here.innerHTML) {
        const bundle = here.contains(document.activeElement) && document.activeElement?.getAttribute('data-bundle');
        here.replaceChildren(...fresh.cloneNode(true).childNodes);
        if (bundle) here.querySelector(`[data-bundle="${bundle}"]`)?.focus();
      }
    }
    history.replaceState(history.state, '', parts.dataset.address);
    this.numbered();
  }

  /** The list of cards comes once, and is the reader's from then on. */
  pick(parts) {
    const here = document.getElementById('print-picking');
    const fresh = parts.querySelector('#print-picking');
    const isWanted = this.form.querySelector('#print-what-picked:checked') !== null;
    if (here && fresh?.firstElementChild && !here.firstElementChild) {
      here.replaceChildren(...fresh.childNodes);
      this.findable();
    }
    if (here) here.hidden = !isWanted;
    const count = document.getElementById('print-picked');
    if (count && parts.dataset.picked) count.textContent = parts.dataset.picked;
  }

  findable() {
    this.form.querySelector('[data-find]')?.removeAttribute('hidden');
  }

  // --- sheets -------------------------------------------------------------------------------------------------------

  stepped(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (this.nearer(event)) return this.ahead.clear();
    const link = event.target.closest?.('[data-step], [data-look], [data-jump]');
    if (!link) return;
    event.preventDefault();
    if (link.dataset.look) this.turnOver(link.dataset.look, link.getAttribute('href'));
    else if (link.dataset.jump) this.step(link.getAttribute('href'), `[data-jump="${link.dataset.jump}"]`);
    else if (!this.leafed(link.dataset.step) && link.hasAttribute('href')) {
      this.step(link.getAttribute('href'), stepOf(link));
    }
  }

  turnOver(side, address) {
    const sheets = document.querySelector('.ps-sheets');
    if (!(sheets instanceof HTMLElement)) return;
    sheets.dataset.side = side;
    for (const link of document.querySelectorAll('[data-look]')) {
      if (link instanceof HTMLElement && link.dataset.look === side) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
    this.ahead.clear();
    history.replaceState(history.state, '', address);
    addressed('side', side === 'backs' ? side : '', '[data-look], .ps-read');
  }

  /** Whether there was a further page of what is looked at, as of rules over several pages. */
  leafed(way) {
    const strip = document.querySelector('[data-strip]');
    if (!(strip instanceof HTMLElement)) return false;
    const at = Math.round(strip.scrollLeft / strip.clientWidth) + (way === 'after' ? 1 : -1);
    if (at < 0 || at >= pagesOf(strip)) return false;
    strip.scrollLeft = at * strip.clientWidth;
    return true;
  }

  /** Which page of several is looked at, said beside its name. */
  numbered() {
    const strip = document.querySelector('[data-strip]');
    const words = document.querySelector('.ps-of');
    if (!(strip instanceof HTMLElement) || !words || pagesOf(strip) < 2) return;
    const name = strip.firstElementChild?.getAttribute('aria-label') ?? '';
    const tell = () => {
      const at = Math.round(strip.scrollLeft / strip.clientWidth) + 1;
      words.textContent = `${name}, ${at} of ${pagesOf(strip)}`;
      for (const link of document.querySelectorAll('[data-step]')) {
        const isEnd = at === (link.getAttribute('data-step') === 'after' ? pagesOf(strip) : 1);
        if (isEnd && !link.hasAttribute('href')) link.setAttribute('aria-disabled', 'true');
        else link.removeAttribute('aria-disabled');
      }
    };
    tell();
    strip.addEventListener('scroll', tell);
  }

  async step(address, focusOn) {
    const turn = ++this.turn;
    try {
      const parts = await (this.ahead.get(address) ?? this.read(address));
      if (!parts || turn !== this.turn) return;
      const hadFocus = document.activeElement?.closest('[data-step], [data-jump]') !== null;
      this.put(parts, ['print-sheet']);
      const same = document.querySelector(focusOn);
      const focused = same?.hasAttribute('href') ? same : document.querySelector('[data-step][href]');
      if (hadFocus && focused instanceof HTMLElement) focused.focus();
      say(document.querySelector('.ps-of')?.textContent ?? '');
      this.lookAhead();
    } catch {
      location.href = address;
    }
  }

  /** The sheet after is read while this one is looked at, so that a step takes no time. */
  lookAhead() {
    const next = document.querySelector('[data-step="after"][href]')?.getAttribute('href');
    if (!next || this.ahead.has(next)) return;
    const turn = this.turn;
    setTimeout(() => {
      if (turn === this.turn) this.ahead.set(next, this.read(next).catch(() => null));
    }, EVERY);
  }

  keyed(event) {
    if (event.target.closest?.('input, select, textarea, a, button, summary, dialog, [data-full]')) return;
    const way = { '-1': 'before', 1: 'after' }[along(event.key, document.body)];
    const link = way && document.querySelector(`[data-step="${way}"][href]`);
    if (!way || event.altKey || event.ctrlKey || event.metaKey || this.leafed(way)) return;
    if (link) this.step(link.getAttribute('href'), stepOf(link));
  }

  // --- what this device's printer does ------------------------------------------------------------------------------

  /** Whether what was typed here before stands in the form again. What an address says goes before it. */
  remembered() {
    let is = false;
    const said = new URLSearchParams(location.search);
    for (const name of OFFSETS) {
      const field = this.form.elements.namedItem(name);
      const kept = read(name);
      if (!(field instanceof HTMLInputElement) || said.has(name) || !kept || kept === field.value) continue;
      field.value = kept;
      is = true;
    }
    return is;
  }
}

function keep(field) {
  try {
    localStorage.setItem(KEPT + field.name, field.value);
  } catch {
    // A device that keeps nothing: it is typed again.
  }
}

function read(name) {
  try {
    return localStorage.getItem(KEPT + name);
  } catch {
    return null;
  }
}

/** Whoever types a measure wants it. */
function chooseOwn(form, field) {
  const own = form.querySelector(`input[name="${field.name.split('_')[0]}"][value="custom"]`);
  if (own instanceof HTMLInputElement) own.checked = true;
}

/** Sets a field of the form, whichever shape it has; one without a say until now has it again. */
function fill(form, name, value) {
  for (const field of form.elements) {
    if (field.name !== name) continue;
    field.disabled = false;
    if (field.type === 'radio' || field.type === 'checkbox') field.checked = field.value === value;
    else if (field.type !== 'hidden') field.value = value;
  }
}

function find(form, words) {
  const wanted = words.trim().toLocaleLowerCase();
  for (const row of form.querySelectorAll('.ps-pick li')) {
    row.hidden = wanted !== '' && !row.textContent.toLocaleLowerCase().includes(wanted);
  }
}

const stepOf = (link) => `[data-step="${link.dataset.step}"]`;

const pagesOf = (strip) => Math.round(strip.scrollWidth / strip.clientWidth);

/** Fields that have no say as things stand cannot be used; what stands in them waits there. */
function hold(form, parts) {
  const held = new Set((parts.dataset.held ?? '').split(' '));
  for (const field of form.elements) {
    const name = field.name?.replace(/_(wide|high)$/, '');
    if (name && field.type !== 'submit') field.disabled = held.has(name);
  }
}

/** What was refused, beside its field. */
function tell(form, parts) {
  const wrong = new Map();
  for (const row of parts.querySelectorAll('[data-for]')) wrong.set(row.dataset.for, row.textContent.trim());
  for (const place of form.querySelectorAll('[data-wrong]')) {
    const words = wrong.get(place.dataset.wrong) ?? '';
    place.textContent = words;
    place.toggleAttribute('data-told', words !== '');
    const field = form.elements.namedItem(place.dataset.wrong);
    if (field instanceof HTMLInputElement && words) field.setAttribute('aria-invalid', 'true');
    else if (field instanceof HTMLInputElement) field.removeAttribute('aria-invalid');
  }
}

async function followPrint(state) {
  const since = performance.now();
  while (state.dataset.state === 'queued' || state.dataset.state === 'running') {
    const pause = Math.min(LONGEST, Math.max(EVERY, (performance.now() - since) / PART));
    await new Promise((done) => setTimeout(done, pause));
    try {
      const answer = await fetch(`${location.pathname}?part=state`, { credentials: 'same-origin' });
      if (!answer.ok) continue;
      const fresh = page(await answer.text()).getElementById('print-state');
      if (!fresh || fresh.innerHTML === state.innerHTML) continue;
      const isOther = fresh.dataset.state !== state.dataset.state;
      const hadFocus = state.contains(document.activeElement);
      state.replaceWith(fresh);
      state = fresh;
      if (isOther) {
        const words = state.querySelector('h1')?.textContent?.trim() ?? '';
        document.title = document.title.replace(/^[^:]*/, () => words);
        say(words);
      }
      if (hadFocus) state.querySelector('a.btn, button')?.focus();
    } catch {
      // The line dropped; look again.
    }
  }
  state.querySelector('a.btn')?.focus();
}

const form = document.querySelector('[data-print-form]');
if (form instanceof HTMLFormElement) new Shop(form);
const state = document.getElementById('print-state');
if (state) followPrint(state);
