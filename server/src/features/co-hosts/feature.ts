import type { Feature } from '#server/feature.ts';
import { serveCoHosts } from './routes.ts';

export const coHostsFeature: Feature = {
  routes: serveCoHosts,
};
