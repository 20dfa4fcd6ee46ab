import type { Feature } from '#server/feature.ts';
import { serveGuestRemovals } from './routes.ts';

export const guestRemovalsFeature: Feature = {
  routes: serveGuestRemovals,
};
