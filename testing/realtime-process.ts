import type { TopicAccess } from '@hereabouts/server/realtime/realtime';
import { startRealtime } from './realtime.ts';

/**
 * The realtime part in a process of its own, for the browser's client, whose tests share no code with the server.
 * It answers each `{ id, call, args }` of its parent with `{ id, result }`.
 */
const app = await startRealtime();
const failing = new Set<string>();
const refusals = new Map<string, TopicAccess>();
const joins: string[] = [];
for (const kind of ['user', 'event']) {
  app.realtime.registerTopic(kind, {
    async mayJoin({ userId }, id) {
      joins.push(`${userId} ${kind}:${id}`);
      if (failing.delete(`${kind}:${id}`)) throw new Error('The access cannot be checked');
      return refusals.get(`${kind}:${id}`) ?? { ok: true };
    },
  });
}

const calls: Record<string, (...args: never[]) => unknown> = {
  url: () => app.url,
  issueToken: (userId: string, sessionId: string, ttlMs: number) =>
    app.issueToken({ userId, sessionId }, ttlMs),
  advance: (ms: number) => app.clock.advance(ms),
  publish: (topic: string, event: string, payload: object) => app.realtime.publish(topic, event, payload),
  refuse: (topic: string, access: TopicAccess) => {
    refusals.set(topic, access);
    app.realtime.recheck(topic);
  },
  /** Checks the access to a topic, which fails once. */
  failCheck: (topic: string) => {
    failing.add(topic);
    app.realtime.recheck(topic);
  },
  endSession: (sessionId: string) => app.realtime.endSession(sessionId),
  /** Cuts every connection without a word, as a lost network does. */
  cut: () => app.cut(),
  joins: () => joins,
  connections: () => app.realtime.connectionCount(),
};

type Call = { id: number; call: string; args: never[] };
process.on('message', ({ id, call, args }: Call) => {
  process.send?.({ id, result: calls[call]?.(...args) });
});
process.on('disconnect', () => process.exit());
process.send?.({ id: 0 });
