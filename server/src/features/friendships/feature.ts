import type { Feature } from '#server/feature.ts';
import { handleAskedAgain } from './ask-again-service.ts';
import { serveFriendships } from './routes.ts';

export const friendshipsFeature: Feature = {
  routes: serveFriendships,
  start: handleAskedAgain,
};
