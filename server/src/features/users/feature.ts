import type { Feature } from '#server/feature.ts';
import { handleUserTopic } from './realtime.ts';
import { serveUsers } from './routes.ts';

export const usersFeature: Feature = {
  routes: serveUsers,
  topic: { kind: 'user', handler: handleUserTopic },
};
