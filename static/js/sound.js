// Two soft tones when a vote waits, for whoever asked for them on this device.

const KEPT = 'carte.sound';
const TONES = [[523.25, 0], [659.25, 0.16]]; // Hz, and s after the first
const LOUD = 0.06;

/** The box by which one asks for the sound; asking plays it. */
export function offer() {
  const box = /** @type {HTMLInputElement} */ (document.getElementById('sound'));
  if (!box) return;
  box.checked = isWanted();
  box.addEventListener('change', () => {
    try {
      localStorage.setItem(KEPT, box.checked ? 'on' : 'off');
    } catch { /* for this page only */ }
    if (box.checked) ring();
  });
}

export function isWanted() {
  try {
    return localStorage.getItem(KEPT) === 'on';
  } catch {
    return false;
  }
}

/** A browser that wants a press on the page first stays silent; the tab has said it already. */
export function ring() {
  if (typeof AudioContext === 'undefined') return;
  const audio = new AudioContext();
  for (const [pitch, after] of TONES) {
    const [tone, loud] = [audio.createOscillator(), audio.createGain()];
    const at = audio.currentTime + after;
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0, at);
    loud.gain.linearRampToValueAtTime(LOUD, at + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
    tone.connect(loud).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.5);
  }
  setTimeout(() => audio.close(), 1_000);
}
