import type { Feature } from '#server/feature.ts';
import { serveGuestMerge } from './routes.ts';

export const guestMergeFeature: Feature = { routes: serveGuestMerge };
