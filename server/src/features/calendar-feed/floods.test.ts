import { calendarFeedPath, calendarFeedRoutes } from '@hereabouts/contract/calendar-feed';
import { HOUR_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import { eventRoutes } from '@hereabouts/contract/events';
import { FEED_DESCRIPTION_MAX, FEED_EVENTS_MAX } from '@hereabouts/contract/limits';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { answer, befriend, createEvent, eventInput } from '@hereabouts/testing/builders';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createFeedLimits } from './policy.ts';

let app: TestApp;
let host: TestPerson;
let token: string;
beforeAll(async () => {
  app = await startTestApp({ publicUrl: 'https://party.example' });
});
beforeEach(async () => {
  host = await app.signUp({ name: 'Marie' });
  ({ token } = await host.ok(calendarFeedRoutes.createCalendarFeed));
});
afterAll(() => app.stop());

const get = (key = token, etag: string | null = null) =>
  fetch(`${app.url}${calendarFeedPath(key)}`, { headers: etag === null ? {} : { 'if-none-match': etag } });
const read = async () =>
  new ICAL.Component(ICAL.parse(await (await get()).text()) as unknown[])
    .getAllSubcomponents('vevent')
    .map((entry) => ({
      title: String(entry.getFirstPropertyValue('summary')),
      description: String(entry.getFirstPropertyValue('description')),
    }));

test('a calendar that has the latest costs one statement, which reads no text (S61)', async () => {
  await createEvent(app, host, { description: 'd'.repeat(5_000) });
  const etag = (await get()).headers.get('etag');
  const query = vi.spyOn(app.context.db, 'query');
  try {
    expect((await get(token, etag)).status).toBe(304);
    expect(query).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(await query.mock.results[0]?.value)).not.toContain('d'.repeat(20));
  } finally {
    query.mockRestore();
  }
});

test('every change of the text changes the ETag, also within the same moment (S61)', async () => {
  const anna = await app.signUp({ name: 'Anna' });
  await befriend(anna, host);
  ({ token } = await anna.ok(calendarFeedRoutes.createCalendarFeed));
  const eventId = await createEvent(app, host, { title: 'One', invitee_ids: [anna.id], is_private: true });
  const update = (changes: object) => {
    const body = { ...eventInput(app.clock, { invitee_ids: [anna.id], is_private: true }), ...changes };
    return host.ok(eventRoutes.updateEvent, { params: { eventId }, body: { ...body, keep_answers: true } });
  };
  const changes: (() => Promise<unknown>)[] = [
    () => answer(anna, eventId, 'accepted'),
    () => update({ title: 'Two' }),
    () => update({ title: 'Two', description: 'Other words' }),
    () => update({ title: 'Two', location_name: 'Elsewhere' }),
    () => answer(anna, eventId, 'declined'),
    () => answer(anna, eventId, 'tentative'),
    () => createEvent(app, anna, { title: 'Own' }),
    () => host.ok(eventRoutes.cancelEvent, { params: { eventId } }),
  ];
  const seen = new Map<string, string>();
  for (const change of [() => Promise.resolve(), ...changes]) {
    await change();
    const response = await get();
    seen.set(response.headers.get('etag') ?? '', await response.text());
  }
  expect(seen.size).toBe(changes.length + 1);
  expect(new Set(seen.values()).size).toBe(changes.length + 1);
});

test('a feed has the five hundred next events, and the beginning of long descriptions with the address of the rest (S61)', async () => {
  const eventId = await createEvent(app, host, { title: 'Next', description: 'é😀'.repeat(1_600) });
  await app.context.db.query(
    `insert into events (title, location_name, location_latitude, location_longitude, start_time, end_time, created_by,
       is_private, created_at, updated_at)
     select 'Event ' || n, 'Somewhere', 49, -2, $2::timestamptz + n * interval '1 day',
       $2::timestamptz + n * interval '1 day' + interval '1 hour', $1, true, $2, $2
     from generate_series(-80, ${FEED_EVENTS_MAX}) n where n <> 0`,
    [host.id, new Date(app.clock.now() + 48 * HOUR_MS).toISOString()],
  );
  const entries = await read();
  expect(entries).toHaveLength(FEED_EVENTS_MAX);
  const titles = new Set(entries.map(({ title }) => title));
  // Two of the past still end after now.
  expect(['Next', 'Event 1', 'Event 497'].every((title) => titles.has(title))).toBe(true);
  expect(['Event -3', 'Event 498'].some((title) => titles.has(title))).toBe(false);
  const [text = '', address] = entries.find(({ title }) => title === 'Next')?.description.split('\n') ?? [];
  expect(text.length).toBeGreaterThanOrEqual(FEED_DESCRIPTION_MAX - 1);
  expect(text.length).toBeLessThanOrEqual(FEED_DESCRIPTION_MAX);
  expect(text.endsWith('…')).toBe(true);
  expect(text.isWellFormed()).toBe(true);
  expect(address).toBe(`https://party.example/event/${eventId}`);
});

test('invitations without an answer displace nothing that is answered (S61)', async () => {
  const guest = await app.signUp();
  await befriend(host, guest);
  const answered = await createEvent(app, host, { title: 'Wedding', invitee_ids: [guest.id] });
  await answer(guest, answered, 'accepted');
  ({ token } = await guest.ok(calendarFeedRoutes.createCalendarFeed));
  const now = new Date(app.clock.now()).toISOString();
  await app.context.db.query(
    `with spam as (
       insert into events (title, location_name, location_latitude, location_longitude, start_time, end_time, created_by,
         is_private, created_at, updated_at)
       select 'Spam', 'Somewhere', 49, -2, $2::timestamptz, $2::timestamptz + interval '1 hour', $1, true, $2, $2
       from generate_series(1, ${FEED_EVENTS_MAX}) returning id)
     insert into event_invites (event_id, user_id, status, created_at, updated_at)
     select id, $3, 'pending', $2, $2 from spam`,
    [host.id, now, guest.id],
  );
  const titles = (await read()).map(({ title }) => title);
  expect(titles).toHaveLength(FEED_EVENTS_MAX);
  expect(titles).toContain('Wedding');
});

test('an address that is asked for all the time is refused; others behind the same network address are not (S61)', async () => {
  const others = await Promise.all(
    Array.from({ length: 4 }, async () =>
      (await app.signUp()).ok(calendarFeedRoutes.createCalendarFeed).then((feed) => feed.token),
    ),
  );
  const statuses = async (key: string, times: number) => {
    const found: number[] = [];
    for (let nth = 0; nth < times; nth += 1) found.push((await get(key)).status);
    return found;
  };
  expect(await statuses(token, 30)).not.toContain(429);
  const refused = await get();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const query = vi.spyOn(app.context.db, 'query');
  await get();
  expect(query).not.toHaveBeenCalled();
  query.mockRestore();
  for (const other of others) expect(await statuses(other, 10)).not.toContain(429);
  app.clock.advance(MINUTE_MS);
  expect((await get()).status).toBe(200);
});

test('thousands of feeds are read behind one network address; beyond its first requests each uses up the limit of all (S61)', () => {
  const limits = createFeedLimits(createFakeClock());
  const count = (feed: number, ip = '192.0.2.1') => limits.countRequest(`feed ${feed}`, ip);
  for (let feed = 0; feed < 3_000; feed += 1) count(feed);
  let counted = 0;
  expect(() => {
    for (let feed = 0; feed < 100; feed += 1) for (let nth = 1; nth < 30; nth += 1, counted += 1) count(feed);
  }).toThrow(expect.objectContaining({ code: 'rate_limited' }));
  expect(counted).toBeGreaterThan(300);
  expect(counted).toBeLessThan(500);
  for (let nth = 1; nth < 10; nth += 1) count(2_000);
  for (let nth = 1; nth < 30; nth += 1) count(2_001, '192.0.2.2');
});

test('feeds are built one after the other, those of one person behind those of others (S61)', async () => {
  const limits = createFeedLimits(createFakeClock());
  const started: string[] = [];
  const begin = (person: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    void limits.builds(person, () => {
      started.push(person);
      return promise;
    });
    return resolve;
  };
  const [end] = [begin('mallory'), begin('mallory'), begin('mallory'), begin('anna')];
  await vi.waitFor(() => expect(started).toEqual(['mallory']));
  end();
  await vi.waitFor(() => expect(started).toEqual(['mallory', 'anna']));
});
