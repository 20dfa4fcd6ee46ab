import type { Feature } from '#server/feature.ts';
import { serveFriendships } from './routes.ts';

export const friendshipsFeature: Feature = {
  routes: serveFriendships,
};
