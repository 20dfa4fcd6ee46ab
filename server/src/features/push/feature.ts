import type { Feature } from '#server/feature.ts';
import { servePush } from './routes.ts';
import { startPush } from './delivery-service.ts';

export const pushFeature: Feature = {
  routes: servePush,
  start: startPush,
};
