import type { EventDetail } from '@hereabouts/contract/events';
import { firstRequests } from './app/first-requests.ts';
import { readStoredSession } from './auth/stored-session.ts';
import { HERO_SIZES } from './features/events/hero-sizes.ts';
import { now } from './lib/time/clock.ts';
import { askEarly } from './lib/api/early-answers.ts';
import { pictureSources } from './lib/api/picture-sources.ts';
import { watchStart } from './lib/loading/start-watch.ts';

// A separate script, a thousandth of the app: it requests the page's data and top picture while the app
// loads. See docs/decisions/009-first-paint.md.
watchStart();
const session = readStoredSession();
// A prerendered page is for people without one.
if (session !== null) document.documentElement.dataset.session = '';
if (session !== null && !session.lacksSecondStep && session.expiresAtMs > now()) {
  for (const url of firstRequests(location.pathname)) {
    const answer = askEarly(url, session.accessToken);
    if (/^\/event\/\d+$/.test(location.pathname)) void answer.then(preloadHero).catch(() => {});
  }
}
const parts = document.getElementById('page-parts');
if (parts instanceof HTMLTemplateElement) document.head.append(parts.content);

async function preloadHero(answer: Response): Promise<void> {
  if (!answer.ok) return;
  const { image } = (await answer.clone().json()) as EventDetail;
  if (image === null) return;
  const { src, srcSet } = pictureSources(image);
  const link = document.createElement('link');
  Object.assign(link, {
    rel: 'preload',
    as: 'image',
    href: src,
    imageSrcset: srcSet,
    imageSizes: HERO_SIZES,
  });
  link.fetchPriority = 'high';
  document.head.append(link);
}
