import type { Feature } from '#server/feature.ts';
import { serveUploads } from './routes.ts';
import { startUploadSweep } from './sweep-service.ts';
import { startTinting } from './tint-service.ts';

export const uploadsFeature: Feature = {
  routes: serveUploads,
  start: (ctx) => {
    const stops = [startUploadSweep(ctx), startTinting(ctx)];
    return async () => void (await Promise.all(stops.map((stop) => stop())));
  },
};
