import type { Feature } from '#server/feature.ts';
import { serveReports } from './routes.ts';
import { startReportSweep } from './service.ts';

export const reportsFeature: Feature = {
  routes: serveReports,
  start: startReportSweep,
};
