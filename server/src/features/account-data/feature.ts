import type { Feature } from '#server/feature.ts';
import { serveAccountData } from './routes.ts';
import { startDeletions } from './deletion-service.ts';

export const accountDataFeature: Feature = { routes: serveAccountData, start: startDeletions };
