import type { Feature } from '#server/feature.ts';
import { serveSessions } from './routes.ts';

export const sessionsFeature: Feature = {
  routes: serveSessions,
};
