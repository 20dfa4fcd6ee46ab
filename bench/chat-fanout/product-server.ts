// The product's realtime part alone; every token is a person of its own, and everybody may join. See speech.ts.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@hereabouts/server/clock';
import { createHeldMemory } from '@hereabouts/server/rate-limits/held-memory';
import { createLocalBus } from '@hereabouts/server/realtime/local-bus';
import { attachRealtime } from '@hereabouts/server/realtime/realtime';
import { pino } from 'pino';
import { DAY_MS } from '@hereabouts/contract/durations';
import { obey } from './speech.ts';

const server = createServer();
const realtime = attachRealtime(server, {
  auth: {
    authenticate: (token) =>
      Promise.resolve({
        viewer: { userId: token, sessionId: token },
        expiresAtMs: systemClock.now() + DAY_MS,
      }),
  },
  clock: systemClock,
  log: pino({ level: 'silent' }),
  bus: createLocalBus(),
  publicUrl: null,
  unread: createHeldMemory(Infinity),
  // The listeners never say a word.
  limits: {
    pingAfterMs: DAY_MS,
    idleTimeoutMs: DAY_MS,
    socketsPerAddress: Infinity,
    topicsPerAddress: Infinity,
  },
});
realtime.registerTopic('chat', { mayJoin: () => Promise.resolve({ ok: true }) });
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  obey(port, (room, payload) => realtime.publish(`chat:${room}`, 'message_added', payload));
});
