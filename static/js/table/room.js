// Small manners of the table: whose things a phone shows, the drawers at the side, the pen, the minutes, the link to copy.

import { whenTaken } from '../act.js';
import { isBusy } from '../busy.js';
import { start as hearCalls, tellCall } from '../called.js';
import { copyLink } from '../copy_link.js';
import { listen } from '../live.js';
import { say } from '../announce.js';
import { desk } from '../glass.js';
import { isLaid } from '../seen.js';
import { there, within } from '../there.js';
import { open as openSheet } from './sheet.js';
import { words } from '../words.js';
import { begins, ends, wayOf } from '../way.js';

let shown = ''; // the seat whose things a phone shows
let toMove = '';
let wasOver = false;
let before = null;

const isPhone = () => !desk.matches;
const composer = () => document.getElementById('write');

export function start() {
  document.addEventListener('click', onClick);
  document.addEventListener('keydown', onEscape);
  whenTaken(({ form }) => {
    if (form?.id === 'writing') pen(false);
  });
  listen((what) => {
    if (what.kind === 'after') {
      look();
      watch();
      follow();
      over();
    }
  });
  // Whoever scrolls says whether they read further up; a box that grew smaller says nothing.
  document.addEventListener('scroll', (event) => {
    if (event.target === strip()) swept();
    const log = within(event, '.tlog');
    if (log && log === event.target && height === log.clientHeight) bottom = isAtBottom();
  }, { capture: true, passive: true });
  wasOver = Boolean(document.querySelector('.aftermath'));
  hearCalls();
  look();
  bottom = true;
  watch();
  if (location.hash === '#write') pen(true);
  addEventListener('hashchange', () => {
    if (location.hash === '#write') pen(true);
  });
}

function onClick(event) {
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const menu = document.getElementById('tmenu');
  if (menu?.open && !menu.contains(event.target) && !event.target.closest?.('[data-invite]')) menu.open = false;
  const plate = event.target.closest?.('#main [data-seat]');
  if (plate && !plate.classList.contains('is-target') && !event.defaultPrevented) {
    event.preventDefault();
    if (isPhone() && plate.closest('.others') && shown !== plate.dataset.seat) {
      shown = plate.dataset.seat;
      look(true);
      say(words('shown', { who: plate.dataset.title }));
    } else openSheet(plate.href, plate);
    return;
  }
  if (event.target.closest?.('[data-compose-open]') && composer()) {
    event.preventDefault();
    pen(true);
    return;
  }
  if (event.target.closest?.('[data-compose-close]')) {
    pen(false);
    return;
  }
  if (event.target.closest?.('[data-side]')) {
    event.preventDefault();
    if (menu) menu.open = false;
    side(!there('#side').classList.contains('is-open'));
    return;
  }
  if (event.target.closest?.('[data-invite]') && menu) {
    event.preventDefault();
    menu.open = true;
    menu.querySelector('.tmenu-invite')?.scrollIntoView({ block: 'end' });
    menu.querySelector('[data-copy]')?.focus();
    return;
  }
  const copy = event.target.closest?.('[data-copy]');
  if (copy) copyLink(copy, document.getElementById('invite-link'));
}

function onEscape(event) {
  if (event.key !== 'Escape' || event.isComposing || document.querySelector('dialog[open]')) return;
  const menu = document.getElementById('tmenu');
  if (menu?.open) {
    menu.open = false;
    there('summary', menu).focus();
    return;
  }
  const writing = composer();
  if (writing?.classList.contains('is-open') && writing.contains(event.target)) {
    pen(false);
    return;
  }
  side(false);
}

// On a phone the places lie in one strip, which is at whoever is to move until it is swept or somebody else is tapped.
function look(isAsked = false) {
  const seats = [...document.querySelectorAll('.others .seat')];
  const now = seats.find((seat) => seat.querySelector('.plate.is-turn'))?.id.slice(2) ?? '';
  const isNew = now && now !== toMove;
  if (isNew) shown = now;
  toMove = now;
  if (!seats.some((seat) => seat.id === `s-${shown}`)) shown = seats[0]?.id.slice(2) ?? '';
  mark();
  if (isPhone() && (isNew || isAsked)) bring(document.getElementById(`s-${shown}`)?.querySelector('.seat-lies'));
}

// Where all are seen at once there is nothing to say.
function mark() {
  const all = strip();
  const hides = isPhone() && all !== null && all.scrollWidth > all.clientWidth + 2;
  for (const plate of document.querySelectorAll('.others .seat > .plate')) {
    plate.classList.toggle('is-on', plate.dataset.seat === shown && hides);
  }
}

const strip = () => document.querySelector('.others');

function bring(lies) {
  if (!lies) return;
  const all = there('.others');
  const [way, edge, to] = [wayOf(all), all.getBoundingClientRect(), lies.getBoundingClientRect()];
  all.scrollLeft += way * (begins(to, way) - begins(edge, way) - 8);
}

// Whose Things lie first in the strip now.
function swept() {
  const all = there('.others');
  const way = wayOf(all);
  const edge = begins(all.getBoundingClientRect(), way);
  const first = [...all.querySelectorAll('.seat-lies')].find((lies) =>
    ends(lies.getBoundingClientRect(), way) > edge + 60
  );
  const isAtEnd = Math.abs(all.scrollLeft) + all.clientWidth >= all.scrollWidth - 2;
  const seat = first?.closest('.seat')?.id.slice(2);
  if (!seat || isAtEnd && all.scrollLeft === 0) return;
  const isSeen = document.getElementById(`s-${shown}`)?.querySelector('.seat-lies')?.getBoundingClientRect();
  if (isSeen && begins(isSeen, way) >= edge - 4 && ends(isSeen, way) <= edge + all.clientWidth + 4) return;
  shown = seat;
  mark();
}

function side(isOpen) {
  document.getElementById('side')?.classList.toggle('is-open', isOpen);
  if (isOpen) {
    bottom = true;
    follow();
    document.querySelector('.tside-close')?.focus();
  }
}

/** The pen in hand, or put down. What was written stays. The focus comes back to where one `stood`. */
export function pen(isOpen, stood = null) {
  const drawer = composer();
  if (!drawer) return;
  if (isOpen) before = stood && isLaid(stood) ? stood : document.activeElement;
  drawer.classList.toggle('is-open', isOpen);
  if (isOpen) {
    document.getElementById('w-title')?.focus({ preventScroll: true });
    tellCall();
  } else {
    if (location.hash === '#write') history.replaceState(null, '', location.pathname + location.search);
    if (drawer.contains(document.activeElement) || document.activeElement === document.body) {
      (before?.isConnected ? before : document.getElementById('z-blank'))?.focus({ preventScroll: true });
    }
  }
}

// --- the minutes stay at their end unless somebody reads further up -----------------------------------------------

let bottom = true;
let height = 0;
const size = new ResizeObserver(() => follow());

function watch() {
  const log = document.querySelector('.tlog');
  if (log) size.observe(log);
}

function isAtBottom() {
  const log = document.querySelector('.tlog');
  return !log || log.scrollHeight - log.scrollTop - log.clientHeight < 30;
}

function follow() {
  const log = document.querySelector('.tlog');
  height = log?.clientHeight ?? 0;
  if (log && bottom) log.scrollTop = log.scrollHeight;
}

function over() {
  const is = Boolean(document.querySelector('.aftermath'));
  if (is && !wasOver && !isBusy()) document.getElementById('after-h')?.focus();
  wasOver = is;
}
