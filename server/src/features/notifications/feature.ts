import type { Feature } from '#server/feature.ts';
import { serveNotifications } from './routes.ts';
import { startNotifications } from './upkeep-service.ts';

export const notificationsFeature: Feature = {
  routes: serveNotifications,
  start: startNotifications,
};
