import type { Feature } from '#server/feature.ts';
import { serveNotificationSettings } from './routes.ts';
import { startMuteSweep } from './service.ts';

export const notificationSettingsFeature: Feature = {
  routes: serveNotificationSettings,
  start: startMuteSweep,
};
