// A card close up. Without this script the same link opens the card's own page.
const loupe = document.createElement('dialog');
loupe.className = 'loupe';
let asked = 0;

async function open(link) {
  const mine = ++asked;
  const address = new URL(link.href);
  address.searchParams.set('part', 'loupe');
  const answer = await fetch(address, { headers: { 'X-Carte': '1' } }).catch(() => null);
  if (mine !== asked) return;
  if (!answer?.ok) {
    location.href = link.href;
    return;
  }
  loupe.innerHTML = await answer.text();
  if (!loupe.isConnected) document.body.append(loupe);
  loupe.showModal();
  loupe.scrollTop = 0;
  loupe.querySelector('#close-up-h')?.focus({ preventScroll: true });
}

document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[data-loupe]');
  if (link && event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)) {
    event.preventDefault();
    open(link);
  }
});
// A press on the dark beside the sheet closes it; the dialog itself gives the focus back.
loupe.addEventListener('click', (event) => {
  if (event.target === loupe) loupe.close();
});
loupe.addEventListener('close', () => {
  asked += 1;
});
