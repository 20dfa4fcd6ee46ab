import type { Feature } from '#server/feature.ts';
import { serveFriendLinks } from './routes.ts';

export const friendLinksFeature: Feature = {
  routes: serveFriendLinks,
};
