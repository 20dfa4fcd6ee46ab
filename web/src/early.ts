import type { EventDetail, HomePage } from '@hereabouts/contract/events';
import { firstRequests } from './app/first-requests.ts';
import { readStoredSession } from './auth/stored-session.ts';
import { HERO_SIZES } from './features/events/hero-sizes.ts';
import { POSTER_SIZES } from './features/home/poster-sizes.ts';
import { now } from './lib/time/clock.ts';
import { askEarly } from './lib/api/early-responses.ts';
import { pictureSources } from './lib/api/picture-sources.ts';
import { showLastView } from './lib/loading/last-view.ts';
import { watchStart } from './lib/loading/start-watch.ts';

// Requests the page's data and top picture while the app loads. See docs/decisions/009-first-paint.md.
watchStart();
const session = readStoredSession();
// A prerendered page is for people without one.
if (session !== null) document.documentElement.dataset.session = '';
if (session !== null && !session.lacksSecondStep) showLastView(session.userId);
let picture: Promise<void> | undefined;
if (session !== null && !session.lacksSecondStep && session.expiresAtMs > now()) {
  for (const url of firstRequests(location.pathname)) {
    const response = askEarly(url, session.accessToken);
    if (/^\/api\/events\/\d+$/.test(url)) picture = readCopy<EventDetail>(response).then(preloadHero, ignore);
    if (url === '/api/home') picture = readCopy<HomePage>(response).then(preloadPoster, ignore);
  }
}
const template = document.getElementById('page-parts');
if (template instanceof HTMLTemplateElement) {
  const parts = template.content;
  const later = picture ? [...parts.querySelectorAll('[data-later]')] : [];
  for (const part of later) part.remove();
  document.head.append(parts);
  // The browser asks for files of one importance in the order in which it has come to know of them.
  void picture?.then(() => document.head.append(...later));
}

/** The response itself is the app's. @throws Error without one */
async function readCopy<T>(asked: Promise<Response>): Promise<T> {
  const response = await asked;
  if (!response.ok) throw new Error('refused');
  return (await response.clone().json()) as T;
}

/** The app asks again, and tells of what is wrong. */
function ignore(): void {}

function preloadHero({ image }: EventDetail): void {
  preloadPicture(image, HERO_SIZES);
}

function preloadPoster({ events, next }: HomePage): void {
  preloadPicture(events.find(({ id }) => id === next?.event_id)?.image ?? null, POSTER_SIZES);
}

function preloadPicture(image: string | null, sizes: string): void {
  if (image === null) return;
  const { src, srcSet } = pictureSources(image);
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'image', href: src, imageSrcset: srcSet, imageSizes: sizes });
  link.fetchPriority = 'high';
  document.head.append(link);
}
