import type { Feature } from '#server/feature.ts';
import { handleChatTopic } from './realtime.ts';
import { serveChat } from './routes.ts';

export const chatFeature: Feature = {
  routes: serveChat,
  topic: { kind: 'chat', handler: handleChatTopic },
};
