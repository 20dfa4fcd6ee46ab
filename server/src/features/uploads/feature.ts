import type { Feature } from '#server/feature.ts';
import { serveUploads } from './routes.ts';
import { startTinting, startUploadSweep } from './service.ts';

export const uploadsFeature: Feature = {
  routes: serveUploads,
  start: (ctx) => {
    const stops = [startUploadSweep(ctx), startTinting(ctx)];
    return async () => void (await Promise.all(stops.map((stop) => stop())));
  },
};
