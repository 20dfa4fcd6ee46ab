import type { Feature } from '#server/feature.ts';
import { serveGuestMerge } from './routes.ts';
import { startForgettingMerged } from './service.ts';

export const guestMergeFeature: Feature = { routes: serveGuestMerge, start: startForgettingMerged };
