import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { webClock } from '#web/lib/time/clock.ts';
import { RealtimeClient, type ConnectionState, type GetToken } from './client.ts';
import type { Wire } from './wire.ts';

/** A real server in a process of its own; see `testing/realtime-process.ts` for the calls it takes. */
let server: ChildProcess;
let calls = 0;
function call(name: string, ...args: unknown[]): Promise<unknown> {
  const id = ++calls;
  return new Promise((resolve) => {
    const onMessage = (answer: { id: number; result?: unknown }) => {
      if (answer.id !== id) return;
      server.off('message', onMessage);
      resolve(answer.result);
    };
    server.on('message', onMessage);
    server.send({ id, call: name, args });
  });
}

beforeAll(async () => {
  server = fork(fileURLToPath(new URL('../../../testing/realtime-process.ts', import.meta.url)));
  await new Promise((resolve) => server.once('message', resolve));
});
afterAll(() => server.disconnect());

let client: RealtimeClient;
let states: ConnectionState[];
let userId: string;
let sessionId: string;
let loads: number;
let loadWire: () => Promise<Wire>;

beforeEach(async () => {
  userId = randomUUID();
  sessionId = randomUUID();
  states = [];
  loads = 0;
  loadWire = () => import('./wire.ts').then((module) => module.wire);
  client = new RealtimeClient({
    url: String(await call('url')),
    loadWire: () => {
      loads += 1;
      return loadWire();
    },
    after: (delayMs, run) => webClock.after(delayMs, run),
  });
});
afterEach(() => client.disconnect());

const issueToken = (ttlMs = 86_400_000) => call('issueToken', userId, sessionId, ttlMs).then(String);
const connect = (getToken: GetToken = () => issueToken(), onSessionEnded = async (_token: string) => false) =>
  client.connect({ getToken, onSessionEnded, onStateChange: (state) => states.push(state) });
const joins = async () => ((await call('joins')) as string[]).filter((join) => join.startsWith(userId));
const eventTopic = () => `event:${Math.floor(Math.random() * 1e12)}` as const;

test('what a connection needs is loaded only to connect, and topics asked for before are joined then', async () => {
  const topic = eventTopic();
  const changed = vi.fn<(payload: { event_id: number }) => void>();
  const onJoin = vi.fn<() => void>();
  client.listen(topic, () => ({ on: { event_changed: changed }, onJoin }));
  expect([loads, client.state]).toEqual([0, 'idle']);
  connect();
  await expect.poll(() => onJoin.mock.calls.length).toBe(1);
  await call('publish', topic, 'event_changed', { event_id: 'not a number' });
  await call('publish', topic, 'event_changed', { event_id: 7 });
  await expect.poll(() => changed.mock.calls).toEqual([[{ event_id: 7 }]]);
  expect(states).toEqual(['connecting', 'open']);
});

test('listeners of a topic share one channel until the last one stops', async () => {
  const topic = eventTopic();
  const heard: string[] = [];
  connect();
  const listen = (name: string) =>
    client.listen(topic, () => ({ on: { event_changed: () => heard.push(name) } }));
  const stops = [listen('a'), listen('b')];
  await expect.poll(joins).toHaveLength(1);
  stops[0]?.();
  // As when one page takes the place of another.
  stops[1]?.();
  stops.push(listen('c'));
  await call('publish', topic, 'event_changed', { event_id: 1 });
  await expect.poll(() => heard).toEqual(['c']);
  expect(await joins()).toHaveLength(1);
  stops[2]?.();
  await Promise.resolve();
  client.listen(topic, () => ({}));
  await expect.poll(joins).toHaveLength(2);
});

test('RT-01 RT-02 a lost connection is shown, retried after 1 s, and topics are refetched', async () => {
  const onJoin = vi.fn<() => void>();
  const onRejoin = vi.fn<() => void>();
  client.listen(eventTopic(), () => ({ onJoin, onRejoin }));
  connect();
  await expect.poll(() => onJoin.mock.calls.length).toBe(1);
  const lostAt = performance.now();
  await call('cut');
  await expect.poll(() => client.state).toBe('waiting');
  await expect.poll(() => onRejoin.mock.calls.length).toBe(1);
  expect(performance.now() - lostAt).toBeGreaterThan(900);
  expect(onJoin).toHaveBeenCalledTimes(1);
  expect(states).toEqual(['connecting', 'open', 'waiting', 'connecting', 'open']);
});

test('RT-02 the client does not wait when the network is back', async () => {
  const onRejoin = vi.fn<() => void>();
  client.listen(eventTopic(), () => ({ onRejoin }));
  connect();
  await expect.poll(() => client.state).toBe('open');
  await call('cut');
  await expect.poll(() => client.state).toBe('waiting');
  const startedAt = performance.now();
  client.retryNow();
  await expect.poll(() => onRejoin.mock.calls.length).toBe(1);
  expect(performance.now() - startedAt).toBeLessThan(900);
});

test('a refused topic is not asked for again, one that is lost is closed', async () => {
  const [missing, lost] = [eventTopic(), eventTopic()];
  const gone: string[] = [];
  await call('refuse', missing, { ok: false, reason: 'not_found' });
  connect();
  client.listen(missing, () => ({ onGone: (reason) => gone.push(reason) }));
  client.listen(lost, () => ({ onGone: (reason) => gone.push(reason) }));
  await expect.poll(() => gone).toEqual(['not_found']);
  await expect.poll(joins).toHaveLength(2);
  await call('refuse', lost, { ok: false, reason: 'not_found' });
  await expect.poll(() => gone).toEqual(['not_found', 'access_lost']);
  await call('cut');
  await expect.poll(() => states.filter((state) => state === 'open').length).toBe(2);
  // One question each at the join, one at the recheck; none after the reconnect.
  expect(await joins()).toHaveLength(3);
});

test('LIVE-11 a topic whose access the server cannot check is lost, and joined again by itself', async () => {
  const topic = eventTopic();
  const heard: string[] = [];
  client.listen(topic, () => ({
    onJoin: () => heard.push('joined'),
    onLost: () => heard.push('lost'),
    onRejoin: () => heard.push('joined again'),
  }));
  connect();
  await expect.poll(() => heard).toEqual(['joined']);
  await call('failCheck', topic);
  await expect.poll(() => heard).toEqual(['joined', 'lost', 'joined again']);
  expect(states).toEqual(['connecting', 'open']);
});

test('a token that expires is replaced while connected', async () => {
  const rejected: (string | undefined)[] = [];
  const first = await issueToken(100_000);
  connect(async (old) => {
    rejected.push(old);
    return old === undefined ? first : issueToken();
  });
  await expect.poll(() => client.state).toBe('open');
  await call('advance', 40_000);
  await expect.poll(() => rejected).toEqual([undefined, first]);
  // A join answered behind the token shows that the server has it.
  const onJoin = vi.fn<() => void>();
  client.listen(eventTopic(), () => ({ onJoin }));
  await expect.poll(() => onJoin.mock.calls.length).toBe(1);
  await call('advance', 70_000);
  const changed = vi.fn<() => void>();
  const topic = eventTopic();
  client.listen(topic, () => ({ onJoin: changed }));
  await expect.poll(() => changed.mock.calls.length).toBe(1);
  expect(states).toEqual(['connecting', 'open']);
});

test('a refused token is replaced before the next attempt; without another the client gives up', async () => {
  let tokens: (string | null)[] = ['made-up', await issueToken()];
  connect(async (rejected) => (rejected === undefined ? (tokens[0] ?? null) : (tokens[1] ?? null)));
  const onJoin = vi.fn<() => void>();
  client.listen(eventTopic(), () => ({ onJoin }));
  await expect.poll(() => onJoin.mock.calls.length).toBe(1);

  tokens = ['made-up', null];
  connect(async (rejected) => (rejected === undefined ? (tokens[0] ?? null) : (tokens[1] ?? null)));
  await expect.poll(() => client.state).toBe('idle');
});

test('AUTH-05 RT-01 a refused token that cannot be replaced for now ends nothing', async () => {
  let tries = 0;
  const token = await issueToken();
  connect(async (rejected) => {
    if (rejected === undefined) return 'made-up';
    tries += 1;
    if (tries === 1) throw new Error('unreachable');
    return token;
  });
  const onJoin = vi.fn<() => void>();
  client.listen(eventTopic(), () => ({ onJoin }));
  await expect.poll(() => onJoin.mock.calls.length).toBe(1);
  expect(states).not.toContain('idle');
});

test('while nobody is signed in the client stays idle', async () => {
  connect(async () => null);
  await expect.poll(() => states).toEqual(['connecting', 'idle']);
});

test('a session ended elsewhere disconnects for good', async () => {
  const ended = vi.fn<(token: string) => Promise<boolean>>().mockResolvedValue(false);
  const token = await issueToken();
  connect(async () => token, ended);
  await expect.poll(() => client.state).toBe('open');
  await call('endSession', sessionId);
  await expect.poll(() => ended.mock.calls).toEqual([[token]]);
  expect(client.state).toBe('idle');
  await expect.poll(() => call('connections')).toBe(0);
});

test('RESET-01 RT-01 where the same person has another session by then the client connects with that one, unless it was told not to', async () => {
  const onRejoin = vi.fn<() => void>();
  client.listen(eventTopic(), () => ({ onRejoin }));
  const told: ((again: boolean) => void)[] = [];
  connect(
    () => issueToken(),
    () => new Promise((resolve) => void told.push(resolve)),
  );
  const endSession = async (times: number) => {
    await expect.poll(() => client.state).toBe('open');
    await call('endSession', sessionId);
    await expect.poll(() => told.length).toBe(times);
  };
  await endSession(1);
  sessionId = randomUUID();
  told[0]?.(true);
  await expect.poll(() => onRejoin.mock.calls.length).toBe(1);
  await endSession(2);
  client.disconnect();
  told[1]?.(true);
  await call('connections');
  expect(client.state).toBe('idle');
});

test('RT-01 AUTH-05 whether an ended session was replaced is asked again while that cannot be known', async () => {
  const ended = vi.fn<(token: string) => Promise<boolean>>();
  ended.mockRejectedValueOnce(new Error('unreachable')).mockResolvedValue(true);
  connect(() => issueToken(), ended);
  await expect.poll(() => client.state).toBe('open');
  await call('endSession', sessionId);
  sessionId = randomUUID();
  await expect.poll(() => ended.mock.calls.length).toBe(2);
  await expect.poll(() => client.state).toBe('open');
});

test('what cannot be loaded is tried again', async () => {
  loadWire = async () => {
    if (loads === 1) throw new Error('offline');
    return import('./wire.ts').then((module) => module.wire);
  };
  connect();
  await expect.poll(() => states).toEqual(['connecting', 'waiting']);
  await expect.poll(() => client.state).toBe('open');
  expect(loads).toBe(2);
});

test('RT-01 RT-02 AUTH-05 without a token for now the client waits, and goes on at once when the network is back', async () => {
  const later: (() => void)[] = [];
  client = new RealtimeClient({
    url: String(await call('url')),
    loadWire,
    after: (_delayMs, run) => (later.push(run), () => void later.splice(later.indexOf(run), 1)),
  });
  const token = await issueToken();
  let isAway = true;
  connect(async () => {
    if (isAway) throw new Error('unreachable');
    return token;
  });
  await expect.poll(() => states).toEqual(['connecting', 'waiting']);
  for (let tries = 2; tries < 5; tries++) {
    later.shift()?.();
    await expect.poll(() => later.length).toBe(1);
  }
  isAway = false;
  client.retryNow();
  expect(later).toEqual([]);
  await expect.poll(() => client.state).toBe('open');
});
