import type { Feature } from '#server/feature.ts';
import { serveAnnouncements } from './routes.ts';

export const announcementsFeature: Feature = {
  routes: serveAnnouncements,
};
