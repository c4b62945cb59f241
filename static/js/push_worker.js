// The worker that shows a notice: what came is shown, always, and a press on it goes to one's own page. It fetches
// nothing, keeps nothing and stands between nothing.

const worker = /** @type {any} */ (self);

worker.addEventListener('push', (event) => {
  let told = '';
  try {
    told = String(event.data.json().words);
  } catch { /* nothing that can be read: the name of the site alone says it */ }
  event.waitUntil(worker.registration.showNotification('Carte Blanche', { body: told, tag: 'a-vote-waits' }));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(worker.clients.openWindow('/you/'));
});
