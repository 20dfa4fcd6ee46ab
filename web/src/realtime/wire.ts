import { serverMessages } from '@hereabouts/contract/realtime-messages';
import { Socket } from 'phoenix';
import type { Topic } from './topic-handlers.ts';

type Schemas = Readonly<Record<string, { safeParse(value: unknown): { data?: unknown; success: boolean } }>>;

/** What the contract lets the server say on a topic. */
const messagesOf = (topic: Topic): Schemas =>
  serverMessages[topic.slice(0, topic.indexOf(':')) as 'user' | 'event' | 'chat' | 'live'];

/** Why the server refuses the connection; undefined where it says nothing this page knows. */
const refusalOf = (payload: unknown) =>
  serverMessages.connection.connection_refused.safeParse(payload).data?.reason;

/** What a connection speaks, and how what is said on it is checked: needed once there is one. */
export const wire = { Socket, messagesOf, refusalOf };
export type Wire = typeof wire;
