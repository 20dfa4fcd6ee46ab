import type { Feature } from '#server/feature.ts';
import { serveReports } from './routes.ts';

export const reportsFeature: Feature = {
  routes: serveReports,
};
