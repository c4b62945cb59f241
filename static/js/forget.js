// Whoever signs out or is forgotten leaves nothing that they wrote in this browser.

const BEGUN = 'carte.draft.';

document.addEventListener('submit', (event) => {
  if (!event.submitter?.hasAttribute('data-ends')) return;
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(BEGUN)) localStorage.removeItem(name);
  } catch { /* nothing is kept here */ }
});
