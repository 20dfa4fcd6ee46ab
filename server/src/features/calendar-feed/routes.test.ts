import { calendarFeedPath, calendarFeedRoutes } from '@hereabouts/contract/calendar-feed';
import { revisionOf, writeCalendar, type CalendarEntry } from '@hereabouts/contract/calendar-entries';
import { DAY_MS } from '@hereabouts/contract/durations';
import { eventRoutes } from '@hereabouts/contract/events';
import { cleanLine, cleanLines } from '@hereabouts/contract/visible-text';
import { hashLinkToken } from '@hereabouts/server/lib/link-token';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { answer, befriend, block, createEvent, eventInput, hoursFromNow } from '@hereabouts/testing/builders';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let app: TestApp;
let host: TestPerson;
let anna: TestPerson;
let token: string;
beforeAll(async () => {
  app = await startTestApp({ publicUrl: 'https://party.example' });
});
beforeEach(async () => {
  [host, anna] = [await app.signUp({ name: 'Marie' }), await app.signUp({ name: 'Anna' })];
  await befriend(anna, host);
  ({ token } = await anna.ok(calendarFeedRoutes.createCalendarFeed));
});
afterAll(() => app.stop());

const get = (key = token, headers: Record<string, string> = {}) =>
  fetch(`${app.url}${calendarFeedPath(key)}`, { headers });
/** As an independent reader understands it. */
const entriesIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent').map((entry) => ({
    title: entry.getFirstPropertyValue('summary'),
    status: entry.getFirstPropertyValue('status'),
    entry,
  }));
const read = async (key = token) => entriesIn(await (await get(key)).text());
const summaries = async () =>
  (await read()).map(({ title, status }) => `${String(title)} ${String(status)}`).toSorted();
const create = (title: string, changes: object = {}) =>
  createEvent(app, host, { title, invitee_ids: [anna.id], is_private: true, ...changes });

test('CAL-02 answers decide what an entry is; declined events, those of others and old ones are left out', async () => {
  await answer(anna, await create('Going'), 'accepted');
  await answer(anna, await create('Maybe'), 'tentative');
  await answer(anna, await create('Declined'), 'declined');
  await create('Pending');
  const cancelled = await create('Cancelled');
  await host.ok(eventRoutes.cancelEvent, { params: { eventId: cancelled } });
  await createEvent(app, host, { title: 'Public, of others' });
  await createEvent(app, anna, { title: 'Own' });
  const past = async (title: string, days: number) => {
    const eventId = await create(title);
    const end = new Date(app.clock.now() - days * DAY_MS).toISOString();
    await app.context.db.query(
      `update events set start_time = $2::timestamptz - interval '1 hour', end_time = $2 where id = $1`,
      [eventId, end],
    );
  };
  await past('Past', 89);
  await past('Long past', 91);
  expect(await summaries()).toEqual([
    'Cancelled CANCELLED',
    'Going CONFIRMED',
    'Maybe TENTATIVE',
    'Own CONFIRMED',
    'Past TENTATIVE',
    'Pending TENTATIVE',
  ]);
  await block(host, anna);
  expect(await summaries()).toEqual(['Own CONFIRMED']);
});

test('CAL-02 an entry has what calendars need, and its sequence grows with each change', async () => {
  const eventId = await create('Beach bonfire; bring wood', {
    start_time: hoursFromNow(app.clock, 30),
    end_time: hoursFromNow(app.clock, 32),
  });
  const [before] = await read();
  const value = (name: string, of = before) => String(of?.entry.getFirstPropertyValue(name));
  expect(value('uid')).toBe(`event-${eventId}@party.example`);
  expect(value('url')).toBe(`https://party.example/event/${eventId}`);
  expect(value('location')).toBe("St Ouen's Bay, La Grande Route des Mielles");
  expect(value('geo')).toBe('49.2174,-2.2289');
  expect(value('dtstart')).toBe('2026-06-21T18:00:00Z');
  app.clock.advance(5_000);
  const body = { ...eventInput(app.clock, { title: 'Moved', invitee_ids: [anna.id] }), keep_answers: true };
  await host.ok(eventRoutes.updateEvent, { params: { eventId }, body });
  const [after] = await read();
  expect(value('uid', after)).toBe(value('uid'));
  expect(Number(value('sequence', after))).toBe(Number(value('sequence')) + 5);
});

test('CAL-02 the page of an event knows the revision that its entry in the feed has', async () => {
  const eventId = await create('Swim');
  const revisions = async () => {
    const event = await anna.ok(eventRoutes.getEvent, { params: { eventId } });
    const alone = entriesIn(writeCalendar([{ ...event, ...revisionOf(event) }], 'https://party.example'));
    return [await read(), alone].map(([one]) => [one?.entry.getFirstPropertyValue('sequence'), one?.status]);
  };
  const [invited, ofInvited] = await revisions();
  expect(ofInvited).toEqual(invited);
  app.clock.advance(5_000);
  await answer(anna, eventId, 'tentative');
  const [answered, ofAnswered] = await revisions();
  expect(answered).not.toEqual(invited);
  expect(ofAnswered).toEqual(answered);
});

test('CAL-02 an unchanged feed gets a 304', async () => {
  await create('One');
  const first = await get();
  expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  const etag = first.headers.get('etag') ?? '';
  const again = await get(token, { 'if-none-match': `"x", W/${etag}` });
  expect([again.status, await again.text()]).toEqual([304, '']);
  await create('Two');
  expect((await get(token, { 'if-none-match': etag })).status).toBe(200);
});

test('CAL-01 a new feed address ends the old one; wrong ones, and a suspended person’s, do not work', async () => {
  expect((await anna.ok(calendarFeedRoutes.getCalendarFeed)).feed).toEqual({ token });
  expect(Buffer.from(token, 'base64url')).toHaveLength(16);
  const { token: renewed } = await anna.ok(calendarFeedRoutes.createCalendarFeed);
  expect([(await get()).status, (await get(renewed)).status]).toEqual([404, 200]);
  expect((await host.ok(calendarFeedRoutes.getCalendarFeed)).feed).toBeNull();
  for (const wrong of ['', 'A'.repeat(22), `${renewed}A`]) expect((await get(wrong)).status).toBe(404);
  expect((await (await app.comeAsGuest()).call(calendarFeedRoutes.createCalendarFeed)).status).toBe(403);
  await app.context.auth.suspend(anna.id, async () => {});
  expect((await get(renewed)).status).toBe(404);
  await app.context.auth.reinstate(anna.id, async () => {});
  expect((await get(renewed)).status).toBe(200);
});

test('CAL-01 an address that was made under another key still works, and its person sees that there is one, but not which', async () => {
  const old = 'B'.repeat(22);
  const sql = 'update calendar_feeds set token_hash = $2 where user_id = $1';
  await app.context.db.query(sql, [anna.id, hashLinkToken(old)]);
  expect((await anna.ok(calendarFeedRoutes.getCalendarFeed)).feed).toEqual({ token: null });
  expect([(await get(old)).status, (await get()).status]).toEqual([200, 404]);
  const { token: renewed } = await anna.ok(calendarFeedRoutes.createCalendarFeed);
  expect([(await get(old)).status, (await get(renewed)).status]).toEqual([404, 200]);
});

test('CAL-02 whatever people write is read again as they wrote it, in lines of at most 75 octets', () => {
  const text = fc.string({ unit: 'binary', maxLength: 400, size: 'max' });
  const degrees = fc.double({ min: -90, max: 90, noNaN: true });
  const property = fc.property(text, text, text, degrees, (title, description, place, latitude) => {
    const entry: CalendarEntry = {
      id: 7,
      title,
      description,
      location_name: place,
      location_address: '',
      location_latitude: latitude,
      location_longitude: -latitude,
      start_time: '2026-06-20T18:30:00.000Z',
      end_time: '2026-06-20T22:00:00.000Z',
      stamp: '2026-06-01T10:00:00.000Z',
      status: 'confirmed',
    };
    const file = writeCalendar([entry], 'https://party.example');
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const [found, ...more] = entriesIn(file);
    expect(more).toEqual([]);
    const value = (name: string) => found?.entry.getFirstPropertyValue(name) ?? '';
    expect(value('summary')).toBe(cleanLine(title));
    expect(value('description')).toBe(cleanLines(description));
    expect(value('location')).toBe(cleanLine(place));
    const [lat] = value('geo') as unknown as number[];
    expect(Math.abs((lat ?? NaN) - latitude)).toBeLessThan(1e-6);
  });
  fc.assert(property, { numRuns: 200 });
});
