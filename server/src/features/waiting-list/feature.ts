import type { Feature } from '#server/feature.ts';
import { handleFreedPlaces } from './service.ts';

export const waitingListFeature: Feature = {
  start: handleFreedPlaces,
};
