// The print shop: shows the sheet as choices change, and follows a print until it is done.
// Without this module the page has a button for the one and reloads itself for the other.

const EVERY = 700; // ms between two looks at a print
const PARTS = ['print-what', 'print-over', 'print-sheets', 'print-sheet']; // what the choices decide

function followChoices(form) {
  document.documentElement.classList.add('has-script');
  let latest = 0;
  form.addEventListener('change', async () => {
    const turn = ++latest;
    const asked = new URLSearchParams(/** @type {any} */ (new FormData(form)));
    asked.delete('csrfmiddlewaretoken');
    try {
      const answer = await fetch(`${form.action}?${asked}`, { credentials: 'same-origin' });
      if (!answer.ok || turn !== latest) return;
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      for (const id of PARTS) {
        const fresh = page.getElementById(id);
        const here = document.getElementById(id);
        if (fresh && here && fresh.innerHTML !== here.innerHTML) here.replaceChildren(...fresh.childNodes);
      }
    } catch {
      // The line dropped; the button still sends the choices.
    }
  });
}

async function followPrint(state) {
  while (state.dataset.state === 'queued' || state.dataset.state === 'running') {
    await new Promise((done) => setTimeout(done, EVERY));
    try {
      const answer = await fetch(`${location.pathname}?part=state`, { credentials: 'same-origin' });
      if (!answer.ok) continue;
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const fresh = page.getElementById('print-state');
      if (!fresh || fresh.innerHTML === state.innerHTML) continue;
      const isDone = fresh.dataset.state !== state.dataset.state;
      state.replaceWith(fresh);
      state = fresh;
      if (isDone) {
        const words = state.querySelector('h1')?.textContent ?? '';
        const say = document.getElementById('say');
        if (say) say.textContent = words;
      }
    } catch {
      // The line dropped; look again.
    }
  }
  state.querySelector('a.btn')?.focus();
}

const form = document.querySelector('[data-print-form]');
if (form) followChoices(form);
const state = document.getElementById('print-state');
if (state) followPrint(state);
