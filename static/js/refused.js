// A page that says what was refused stands at those words, also once fonts and pictures have moved what is above them:
// the browser brings whoever reads there before those have come.

const words = document.querySelector('[data-refused]');

async function standAt() {
  await document.fonts.ready;
  if (document.readyState !== 'complete') await new Promise((done) => addEventListener('load', done, { once: true }));
  if (document.activeElement === words) words?.scrollIntoView({ block: 'nearest' });
}

standAt();
