import type { Feature } from '#server/feature.ts';
import { handleEventTopic } from './realtime.ts';
import { serveEvents } from './routes.ts';

export const eventsFeature: Feature = {
  routes: serveEvents,
  topic: { kind: 'event', handler: handleEventTopic },
};
