import { chatRoutes } from '@hereabouts/contract/chat';
import { SECOND_MS } from '@hereabouts/contract/durations';
import { eventRoutes } from '@hereabouts/contract/events';
import type { TestApp, TestPerson } from '@hereabouts/testing/app';
import { createEvent, fillGuestList, say, subscribeGuests } from '@hereabouts/testing/builders';
import { startPushApp } from '@hereabouts/testing/push-app';
import type { TestPushService } from '@hereabouts/testing/push-service';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PushResult } from '#server/push/pusher.ts';

let service: TestPushService;
let app: TestApp;
let stop: () => Promise<void>;
let host: TestPerson;
let eventId: number;
let sent: string[];
let answerSlow: (result: PushResult) => void;
let isSlow: (endpoint: string) => boolean;
beforeEach(async () => {
  ({ app, service, stop } = await startPushApp());
  host = await app.signUp({ name: 'Marie' });
  eventId = await createEvent(app, host);
  const { promise: slow, resolve } = Promise.withResolvers<PushResult>();
  answerSlow = resolve;
  sent = [];
  vi.spyOn(app.context.pusher, 'send').mockImplementation(async ({ endpoint }) => {
    sent.push(endpoint);
    return isSlow(endpoint) ? await slow : { name: 'sent' };
  });
});
afterEach(() => stop());

async function cancelWith(...parts: { guests: number; origin: string }[]) {
  for (const { guests, origin } of parts) {
    await fillGuestList(app, eventId, guests);
    const { keys } = service.device();
    await subscribeGuests(app, eventId, { endpoint: `${origin}/x`, keys });
    // Those of the next part are other guests.
    await app.context.db.query(`update users set name = 'Guest' where name = 'Extra'`);
  }
  await host.ok(eventRoutes.cancelEvent, { params: { eventId } });
}
const waiting = async () =>
  (await app.context.jobs.countWaiting()).find(({ kind }) => kind === 'push')?.waiting ?? 0;

test('PUSH-04 a service that hangs keeps no other one waiting, and what was sent is over at once', async () => {
  isSlow = (endpoint) => endpoint.startsWith('https://slow');
  await cancelWith(
    { guests: 60, origin: 'https://slow.example' },
    { guests: 90, origin: 'https://fast.example' },
  );
  const fast = () => sent.filter((endpoint) => !isSlow(endpoint));
  await expect.poll(() => fast().length).toBeGreaterThan(0);
  const left = () => {
    app.clock.advance(SECOND_MS / 4);
    return waiting();
  };
  await expect.poll(left, { interval: 200 }).toBe(60);
  expect([fast().length, sent.length]).toEqual([30, 40]);
  answerSlow({ name: 'sent' });
  await app.context.jobs.idle();
  expect([await waiting(), new Set(sent).size, sent.length]).toEqual([0, 90, 90]);
});

test('PUSH-04 pushes that a slow service left no time for go with a later batch, and none twice', async () => {
  isSlow = () => true;
  await cancelWith({ guests: 30, origin: 'https://slow.example' });
  await expect.poll(() => sent.length).toBe(10);
  app.clock.advance(15 * SECOND_MS);
  answerSlow({ name: 'sent' });
  await app.context.jobs.idle();
  expect([sent.length, await waiting()]).toEqual([10, 20]);
  app.clock.advance(SECOND_MS);
  await app.context.jobs.idle();
  expect([new Set(sent).size, sent.length, await waiting()]).toEqual([30, 30, 0]);
});

describe('PUSH-04 of pushes that wait for a slow service', () => {
  let id: string;
  const readsChats = (sql: unknown) => String(sql).includes('asks_writers');
  const beginLater = async (meanwhile: () => Promise<unknown>) => {
    isSlow = () => true;
    await fillGuestList(app, eventId, 30);
    await subscribeGuests(app, eventId, { endpoint: 'https://slow.example/x', keys: service.device().keys });
    id = await say(host, eventId, 'A secret');
    app.clock.advance(5 * SECOND_MS);
    await expect.poll(() => sent.length).toBe(10);
    await meanwhile();
    app.clock.advance(3 * SECOND_MS);
    answerSlow({ name: 'sent' });
    await app.context.jobs.idle();
    return [sent.length, await waiting()];
  };

  test('none that begins later tells what has been deleted meanwhile', async () => {
    const remove = () => host.ok(chatRoutes.removeMessage, { params: { eventId, messageId: id } });
    expect(await beginLater(remove)).toEqual([10, 0]);
  });

  test('what still stands is told, and read again once', async () => {
    const query = vi.spyOn(app.context.db, 'query');
    expect(await beginLater(async () => {})).toEqual([30, 0]);
    const places = query.mock.calls.filter(([sql]) => readsChats(sql)).map(([, params]) => params?.[0]);
    expect(places).toMatchObject([{ length: 30 }, { length: 20 }]);
  });

  test('those that cannot be read again are tried again, and the others are over', async () => {
    const { query } = app.context.db;
    const fail = async () => {
      let failures = 0;
      vi.spyOn(app.context.db, 'query').mockImplementation((sql, params) =>
        readsChats(sql) && (failures += 1) === 1
          ? Promise.reject(new Error('no database'))
          : query(sql, params),
      );
    };
    const [first, left] = await beginLater(fail);
    expect([first! + left!, first! < 30]).toEqual([30, true]);
    app.clock.advance(60 * SECOND_MS);
    await app.context.jobs.idle();
    expect([new Set(sent).size, sent.length, await waiting()]).toEqual([30, 30, 0]);
  });
});
