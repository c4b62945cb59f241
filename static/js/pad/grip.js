// The grip at the foot of the paper: its height in lines, by pulling or by arrow keys.

const MOST = 6;
const KEYS = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1, PageUp: -2, PageDown: 2 };

/** The handle of a pad whose height is that of `drawing`. */
export function start(grip, pad, drawing) {
  let pulled = null; // {y, lines, pitch}
  grip.addEventListener('keydown', (event) => {
    const lines = event.key === 'Home' ? 0 : event.key === 'End' ? MOST : drawing.lines + (KEYS[event.key] ?? NaN);
    if (Number.isNaN(lines)) return;
    event.preventDefault();
    drawing.stand(within(lines));
  });
  grip.addEventListener('pointerdown', (event) => {
    if (event.button) return;
    try {
      grip.setPointerCapture(event.pointerId);
    } catch { /* it is gone already: what was pulled before this was here is pulled again (composer/heard.js) */ }
    const lines = drawing.lines;
    pulled = { y: event.clientY, lines, pitch: pad.getBoundingClientRect().height / ((lines || 0) + 1) };
    if (!lines) pulled.pitch = Number.parseFloat(getComputedStyle(pad).getPropertyValue('--pad-pitch')) || 24;
  });
  grip.addEventListener('pointermove', (event) => {
    if (pulled) drawing.stand(within(pulled.lines + Math.round((event.clientY - pulled.y) / pulled.pitch)));
  });
  for (const kind of ['pointerup', 'pointercancel']) grip.addEventListener(kind, () => pulled = null);
}

function within(lines) {
  return Math.max(0, Math.min(MOST, lines));
}

export function show(grip, lines, said) {
  grip.setAttribute('aria-valuenow', String(lines));
  grip.setAttribute('aria-valuetext', said);
}
