import type { Feature } from '#server/feature.ts';
import { startAskingAgain } from './ask-again-service.ts';
import { serveFriendships } from './routes.ts';

export const friendshipsFeature: Feature = {
  routes: serveFriendships,
  start: startAskingAgain,
};
