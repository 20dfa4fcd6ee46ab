import type { Feature } from '#server/feature.ts';
import { serveUploads } from './routes.ts';
import { startUploadSweep } from './service.ts';

export const uploadsFeature: Feature = {
  routes: serveUploads,
  start: startUploadSweep,
};
