import type { Feature } from '#server/feature.ts';
import { serveNotifications } from './routes.ts';
import { startNotifications } from './service.ts';

export const notificationsFeature: Feature = {
  routes: serveNotifications,
  start: startNotifications,
};
