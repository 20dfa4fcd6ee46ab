import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo, LookupFunction } from 'node:net';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { startPushService, type TestPushService } from '@hereabouts/testing/push-service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMetrics } from '#server/metrics.ts';
import { isPublicAddress } from './public-address.ts';
import { createPusher, type Pusher } from './pusher.ts';
import { vapidKeysOf } from './vapid-keys.ts';

const SECRET = Buffer.alloc(32, 7);
const push = { content: '{}', ttlS: 60, urgency: 'normal', topic: 'topic' } as const;

let service: TestPushService;
/** Nothing must ever reach it. */
let reached = 0;
const inside = createTcpServer((socket) => {
  reached += 1;
  socket.destroy();
});
let port: number;
beforeAll(async () => {
  service = await startPushService();
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  port = (inside.address() as AddressInfo).port;
});
afterAll(async () => {
  inside.close();
  await service.stop();
});

type Found = { address: string; family: number };
function pusherWith(answers: (nth: number) => Found[], hosts: string[]): Pusher & { asked: () => number } {
  let asked = 0;
  const lookup = ((
    _name: string,
    _options: object,
    callback: (error: Error | null, found: Found[]) => void,
  ) => {
    asked += 1;
    callback(null, answers(asked));
  }) as unknown as LookupFunction;
  const pusher = createPusher({
    config: { pushHosts: hosts, publicUrl: null, operatorEmail: null },
    clock: createFakeClock(),
    metrics: createMetrics(),
    secret: SECRET,
    network: { lookup, trustedOrigin: null },
  });
  return { ...pusher, asked: () => asked };
}
const loopback = { address: '127.0.0.1', family: 4 };

test.each([
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.255.255', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.100.1.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['8.8.8.8', true],
  ['172.32.0.1', true],
  ['::1', false],
  ['::', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['fe80::1', false],
  ['fc00::1', false],
  ['ff02::1', false],
  ['2001:db8::1', false],
  ['2002:7f00:1::', false],
  ['2a00:1450:4009::200a', true],
  ['2130706433', false],
  ['localhost', false],
])('PUSH-07 the address %s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test('PUSH-07 names that mean private or loopback addresses are not connected to, later meanings included', async () => {
  const { p256dh, auth } = service.device().keys;
  const to = { endpoint: `https://push.example:${port}/x`, p256dh, auth };
  const cases: ((nth: number) => Found[])[] = [
    () => [loopback],
    () => [{ address: '::1', family: 6 }],
    () => [{ address: '10.0.0.1', family: 4 }, loopback],
    () => [],
    // First a public address, as when the subscription was stored; at the moment of connecting another one.
    (nth) => (nth > 0 ? [loopback] : [{ address: '8.8.8.8', family: 4 }]),
  ];
  for (const answers of cases) {
    const pusher = pusherWith(answers, [`push.example:${port}`]);
    expect(await pusher.send(to, push)).toMatchObject({ name: 'later', afterMs: null });
    expect(pusher.asked()).toBe(1);
    await pusher.close();
  }
  expect(reached).toBe(0);
});

test('PUSH-07 an operator cannot add an address of the machine either', async () => {
  const { p256dh, auth } = service.device().keys;
  const hosts = [`127.0.0.1:${port}`, `[::1]:${port}`];
  const pusher = pusherWith(() => [], hosts);
  for (const host of hosts) {
    const to = { endpoint: `https://${host}/x`, p256dh, auth };
    expect(pusher.accepts(to.endpoint)).toBe(true);
    expect(await pusher.send(to, push)).toMatchObject({ name: 'later', afterMs: null });
  }
  expect([pusher.asked(), reached]).toEqual([0, 0]);
  await pusher.close();
});

test('PUSH-07 what is no longer a push service is not sent to', async () => {
  const { p256dh, auth } = service.device().keys;
  const pusher = pusherWith(() => [loopback], []);
  expect(await pusher.send({ endpoint: 'https://push.example/x', p256dh, auth }, push)).toEqual({
    name: 'refused',
  });
  expect(pusher.asked()).toBe(0);
  await pusher.close();
});

test('PUSH-03 a service that does not answer is not waited for by each device', async () => {
  const { p256dh, auth } = service.device().keys;
  const pusher = pusherWith(() => [loopback], ['push.example']);
  const to = { endpoint: 'https://push.example/x', p256dh, auth };
  for (let nth = 0; nth < 3; nth += 1) await pusher.send(to, push);
  expect(pusher.asked()).toBe(1);
  await pusher.close();
});

test('invented names hold up nobody: nothing waits for their look-ups, which are one at a time (S62)', async () => {
  const { p256dh, auth } = service.device().keys;
  const asked: string[] = [];
  let answer = (_error: Error | null) => {};
  // A resolver that does not answer, except for the service itself.
  const lookup = ((
    name: string,
    _options: object,
    callback: (error: Error | null, found: Found[]) => void,
  ) => {
    asked.push(name);
    if (name === 'fcm.googleapis.com') callback(null, [loopback]);
    else answer = (error) => callback(error, [loopback]);
  }) as unknown as LookupFunction;
  const clock = createFakeClock();
  const pusher = createPusher({
    config: { pushHosts: [], publicUrl: null, operatorEmail: null },
    clock,
    metrics: createMetrics(),
    secret: SECRET,
    network: { lookup, trustedOrigin: service.origin },
  });
  const send = (host: string) => pusher.send({ endpoint: `https://${host}/x`, p256dh, auth }, push);
  const invented = Array.from({ length: 200 }, (_, nth) => `h${nth}.notify.windows.com`);
  const results = await Promise.all(invented.map(send));
  expect(results[0]).toMatchObject({ name: 'later', afterMs: 1_000, wasAsked: false });
  expect(results.at(-1)).toMatchObject({ name: 'later', afterMs: null });
  expect(asked).toEqual(['h0.notify.windows.com']);
  const { endpoint, keys } = service.device();
  expect(await pusher.send({ endpoint, ...keys }, push)).toEqual({ name: 'sent' });
  await send('fcm.googleapis.com');
  expect(asked).toContain('fcm.googleapis.com');

  // It is denied, the next one is found, and then connected to.
  answer(new Error('ENOTFOUND'));
  answer(null);
  expect(asked.slice(-2)).toEqual(['h1.notify.windows.com', 'h2.notify.windows.com']);
  await send('h1.notify.windows.com');
  expect(asked.filter((name) => name === 'h1.notify.windows.com')).toHaveLength(2);
  // Nobody waits for a resolver that never answers.
  clock.advance(30_000);
  expect(asked.at(-1)).toBe('h3.notify.windows.com');
  await pusher.close();
});

test('PUSH-03 invented services that never answer are tried a few at a time, and hold up no other one', async () => {
  const { p256dh, auth } = service.device().keys;
  const asked = new Map<string, number>();
  // Each name is found, and then leads to where nothing happens.
  const lookup = ((
    name: string,
    _options: object,
    callback: (error: Error | null, found: Found[]) => void,
  ) => {
    asked.set(name, (asked.get(name) ?? 0) + 1);
    if (asked.get(name) === 1) callback(null, [loopback]);
  }) as unknown as LookupFunction;
  const pusher = createPusher({
    config: { pushHosts: [], publicUrl: null, operatorEmail: null },
    clock: createFakeClock(),
    metrics: createMetrics(),
    secret: SECRET,
    network: { lookup, trustedOrigin: service.origin },
  });
  const send = (host: string) => pusher.send({ endpoint: `https://${host}/x`, p256dh, auth }, push);
  const invented = Array.from({ length: 40 }, (_, nth) => `h${nth}.notify.windows.com`);
  // A name is known after its first look-up; the second one is to connect.
  const connecting = () => invented.filter((name) => asked.get(name) === 2);
  let known = 0;
  const sends = invented.map(async (host) => {
    const result = await send(host);
    known += 1;
    return result;
  });
  await expect.poll(() => [connecting().length, known]).toEqual([5, 35]);
  expect(await send('h0.notify.windows.com')).toMatchObject({
    name: 'later',
    afterMs: 1_000,
    wasAsked: false,
  });
  expect(await sends.at(-1)).toMatchObject({ name: 'later', afterMs: null });
  const { endpoint, keys } = service.device();
  expect(await pusher.send({ endpoint, ...keys }, push)).toEqual({ name: 'sent' });
  await pusher.close();
  await Promise.all(sends);
});

test('PUSH-03 the VAPID keys are those of the instance', () => {
  expect(vapidKeysOf(SECRET)).toEqual(vapidKeysOf(Buffer.from(SECRET)));
  expect(vapidKeysOf(Buffer.alloc(32, 8)).publicKey).not.toBe(vapidKeysOf(SECRET).publicKey);
});
