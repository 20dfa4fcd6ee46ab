import { routes } from '@hereabouts/contract/routes';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { createEvent } from '@hereabouts/testing/builders';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, test } from 'vitest';
import { createLookups } from './lookups.ts';

const LIMITED = { code: 'rate_limited' };

const addPeople = ({ context, clock }: TestApp, count: number) =>
  context.db.query(
    `insert into users (id, name, created_at, updated_at)
     select gen_random_uuid(), 'Person ' || n, $1, $1 from generate_series(1, $2::int) n`,
    [new Date(clock.now()).toISOString(), count],
  );

test('opening people and events is limited by the hour, again is free (S24, S34)', () => {
  const clock = createFakeClock();
  const lookups = createLookups({ perHour: 60 }, clock);
  for (let id = 1; id <= 30; id += 1) {
    lookups.openRecord('anna', 'event', id);
    lookups.openRecord('anna', 'user', `person ${id}`);
  }
  for (let again = 0; again < 100; again += 1) lookups.openRecord('anna', 'event', 30);
  expect(() => lookups.openRecord('anna', 'event', 31)).toThrow(expect.objectContaining(LIMITED));
  expect(() => lookups.openRecord('anna', 'event', 31)).toThrow(expect.objectContaining(LIMITED));
  lookups.openRecord('tom', 'event', 31);
  clock.advance(60_000);
  lookups.openRecord('anna', 'event', 31);
});

test('Discover’s people are limited by the hour, in any paging (S24)', () => {
  const lookups = createLookups({ perHour: 12 }, createFakeClock());
  for (let page = 0; page < 6; page += 1) lookups.showPeople('anna', 99);
  for (let empty = 0; empty < 6; empty += 1) lookups.showPeople('anna', 0);
  expect(() => lookups.showPeople('anna', 1)).toThrow(
    expect.objectContaining({ ...LIMITED, retryAfterS: 6 }),
  );
});

test('collecting people and events over /api ends in a 429, and other people go on (S24, S34)', async () => {
  const app = await startTestApp({ lookupsPerHour: 20 });
  try {
    const [host, walker] = [await app.signUp(), await app.signUp()];
    await addPeople(app, 120);
    const eventId = await createEvent(app, host);
    const open = (id: number, who = walker) => who.call(routes.getEvent, { params: { eventId: id } });
    for (let id = eventId + 1; id <= eventId + 18; id += 1) expect((await open(id)).status).toBe(404);
    expect((await open(eventId)).status).toBe(200);
    expect((await walker.call(routes.getUser, { params: { userId: host.id } })).status).toBe(200);
    expect(await open(eventId + 30)).toMatchObject({ status: 429, body: { error: LIMITED } });
    expect((await open(eventId)).status).toBe(200);
    expect((await open(eventId, host)).status).toBe(200);

    const discover = (limit: number) =>
      walker.call(routes.listContacts, { query: { tab: 'discover', limit } });
    let pages = 0;
    while ((await discover(500)).status === 200) pages += 1;
    // 20 records, so 1,000 people, in pages of 100.
    expect(pages).toBe(10);
    expect(await discover(1)).toMatchObject({ status: 429, body: { error: LIMITED } });
    expect((await walker.call(routes.listContacts, { query: { tab: 'friends' } })).status).toBe(200);
  } finally {
    await app.stop();
  }
});

test('a page of Discover has at most 100 people, whatever is asked for (S24)', async () => {
  const app = await startTestApp();
  try {
    const anna = await app.signUp();
    await addPeople(app, 120);
    const query = { tab: 'discover', limit: 500 } as const;
    const first = await anna.ok(routes.listContacts, { query });
    expect(first.contacts).toHaveLength(100);
    const cursor = first.next_cursor ?? '';
    expect((await anna.ok(routes.listContacts, { query: { ...query, cursor } })).contacts).toHaveLength(20);
  } finally {
    await app.stop();
  }
});
