import type { Feature } from '#server/feature.ts';
import { handleLiveTopic } from './realtime.ts';
import { serveLive } from './routes.ts';

export const liveFeature: Feature = {
  routes: serveLive,
  topic: { kind: 'live', handler: handleLiveTopic },
};
