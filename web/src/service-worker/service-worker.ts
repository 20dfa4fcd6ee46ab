import { dropOldReleases, keepRelease, RELEASE, respondTo } from './app-files.ts';
import { answerPage, openNotification, showPush } from './notifications.ts';
import { scope } from './scope.ts';

/** Keeps the app in the browser: see docs/decisions/025-service-worker.md. */
scope.addEventListener('install', (event) => {
  // A page names its files by their content, and the caches of older releases are kept: taking over harms no open page.
  event.waitUntil(keepRelease().then(() => scope.skipWaiting()));
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

scope.addEventListener('fetch', (event) => {
  const response = respondTo(event.request);
  if (response) event.respondWith(response);
});

scope.addEventListener('message', (event) => {
  const { data, source } = event;
  if (data === 'release?') source?.postMessage({ release: RELEASE });
  else event.waitUntil(answerPage(data, source));
});

scope.addEventListener('push', (event) => {
  event.waitUntil(showPush(event.data));
});

scope.addEventListener('notificationclick', (event) => {
  event.waitUntil(openNotification(event.notification));
});

async function takeOver(): Promise<void> {
  await dropOldReleases();
  await scope.clients.claim();
  for (const client of await scope.clients.matchAll()) client.postMessage({ release: RELEASE });
}
