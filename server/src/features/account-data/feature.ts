import type { Feature } from '#server/feature.ts';
import { serveAccountData } from './routes.ts';

export const accountDataFeature: Feature = {
  routes: serveAccountData,
};
