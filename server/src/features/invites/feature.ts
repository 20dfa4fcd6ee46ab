import type { Feature } from '#server/feature.ts';
import { serveInvites } from './routes.ts';

export const invitesFeature: Feature = {
  routes: serveInvites,
};
