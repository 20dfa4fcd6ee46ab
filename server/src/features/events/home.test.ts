import { coHostRoutes } from '@hereabouts/contract/co-hosts';
import { HOUR_MS } from '@hereabouts/contract/durations';
import { eventRoutes } from '@hereabouts/contract/events';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, createEvent, hoursFromNow } from '@hereabouts/testing/builders';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { previewOf } from './present.ts';

let app: TestApp;
let host: TestPerson;
let guest: TestPerson;
beforeEach(async () => {
  app = await startTestApp();
  [host, guest] = [await app.signUp(), await app.signUp()];
  await befriend(host, guest);
});
afterEach(() => app.stop());

const create = (title: string, start: number, end: number, changes: object = {}) =>
  createEvent(app, host, {
    title,
    start_time: hoursFromNow(app.clock, start),
    end_time: hoursFromNow(app.clock, end),
    ...changes,
  });
const home = (viewer: TestPerson, query: { cursor?: string; limit?: number } = {}) =>
  viewer.ok(eventRoutes.listHome, { query });
const titles = async (viewer: TestPerson) => (await home(viewer)).events.map((event) => event.title);

async function allPages(viewer: TestPerson, limit: number, between: () => void = () => {}) {
  const seen: string[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await home(viewer, cursor === undefined ? { limit } : { limit, cursor });
    seen.push(...page.events.map((event) => event.title));
    cursor = page.next_cursor;
    between();
  }
  return seen;
}

test('HOME-08 events created and invited to, each once, with the viewer’s own answer', async () => {
  const invited = await create('Invited', 2, 3, { is_private: true, invitee_ids: [guest.id] });
  const declined = await create('Declined', 4, 5, { invitee_ids: [guest.id] });
  await create('Public, not invited', 1, 2);
  const params = { eventId: declined };
  await guest.ok(inviteRoutes.respondToInvite, { params, body: { status: 'declined' } });
  const own = await createEvent(app, guest, { title: 'Own', start_time: hoursFromNow(app.clock, 0.5) });
  const rowless = await createEvent(app, guest, { title: 'Own without a row' });
  await app.context.db.query('delete from event_invites where event_id = $1', [rowless]);

  const { events, next_cursor } = await home(guest);
  expect(next_cursor).toBeNull();
  expect(events.map((event) => [event.id, event.my_status])).toEqual([
    [own, 'accepted'],
    [rowless, null],
    [invited, 'pending'],
    [declined, 'declined'],
  ]);
  expect(events[2]).toEqual({
    id: invited,
    title: 'Invited',
    description_preview: 'Bring something to sit on',
    image: null,
    tint: null,
    location_name: "St Ouen's Bay",
    location_latitude: 49.2174,
    location_longitude: -2.2289,
    start_time: hoursFromNow(app.clock, 2),
    end_time: hoursFromNow(app.clock, 3),
    is_private: true,
    is_cancelled: false,
    created_by: host.id,
    my_status: 'pending',
    is_co_host: false,
    is_waiting: false,
    places: null,
    bring_max: 0,
    my_brings: 0,
    going_count: null,
    chat: { last_seq: 0, read_seq: 0, uncounted: 0 },
  });
  expect(await titles(host)).toEqual(['Public, not invited', 'Invited', 'Declined']);
});

test('HOST-02 the list says which events the viewer co-hosts, as long as they do', async () => {
  const eventId = await create('Co-hosted', 2, 3, { invitee_ids: [guest.id] });
  await createEvent(app, guest, { title: 'Own' });
  await create('Invited', 72, 73, { invitee_ids: [guest.id] });
  const params = { eventId, userId: guest.id };
  const coHosted = async (viewer: TestPerson) =>
    (await home(viewer)).events.filter(({ is_co_host }) => is_co_host).map(({ title }) => title);
  expect(await coHosted(guest)).toEqual([]);
  await host.ok(coHostRoutes.addCoHost, { params });
  expect(await coHosted(guest)).toEqual(['Co-hosted']);
  expect(await coHosted(host)).toEqual([]);
  await guest.ok(coHostRoutes.removeCoHost, { params });
  expect(await coHosted(guest)).toEqual([]);
});

test('HOME-23 HOST-03 HOST-04 whoever has answered still sees their party and how many go where places are limited', async () => {
  const eventId = await create('Boat trip', 2, 3, { invitee_ids: [guest.id], places: 4, bring_max: 2 });
  await create('Without a limit', 4, 5, { invitee_ids: [guest.id] });
  const seen = async () => {
    const { events } = await home(guest);
    return events.map(({ my_status, my_brings, going_count }) => [my_status, my_brings, going_count]);
  };
  const answer = (body: { status: 'accepted' | 'tentative'; brings?: number }) =>
    guest.ok(inviteRoutes.respondToInvite, { params: { eventId }, body });
  const other = ['pending', 0, null];
  expect(await seen()).toEqual([['pending', 0, 1], other]);
  await answer({ status: 'accepted', brings: 2 });
  expect(await seen()).toEqual([['accepted', 2, 4], other]);
  await answer({ status: 'tentative' });
  expect(await seen()).toEqual([['tentative', 0, 1], other]);
  await host.ok(eventRoutes.cancelEvent, { params: { eventId } });
  expect(await seen()).toEqual([['tentative', 0, null], other]);
});

test('HOME-10 HOME-11 running events by end, the rest by start, ended ones not at all', async () => {
  await create('Tomorrow', 24, 25);
  await create('Running long', -5, 9);
  await create('Soon', 1, 30);
  await create('Ends this very moment', -3, 0);
  await create('Starts this very moment', 0, 2);
  await create('Over', -3, -1);
  expect(await titles(host)).toEqual([
    'Ends this very moment',
    'Starts this very moment',
    'Running long',
    'Soon',
    'Tomorrow',
  ]);
  app.clock.advance(1);
  expect(await titles(host)).toEqual(['Starts this very moment', 'Running long', 'Soon', 'Tomorrow']);
});

test('HOME-08 HOME-10 pages have no gaps or doubles, also while events begin between them', async () => {
  for (const [at, title] of ['A', 'B', 'C'].entries()) await create(title, -1, at + 1);
  for (const title of ['D', 'E', 'F', 'G']) await create(title, 0.1, 0.5);
  const all = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
  for (const limit of [1, 2, 3, 7]) expect(await allPages(host, limit)).toEqual(all);

  const minute = HOUR_MS / 60;
  expect(await allPages(host, 2, () => app.clock.advance(3 * minute))).toEqual(all);
});

test('HOME-11 a later page leaves out what has ended since the first', async () => {
  await create('A', -1, 1);
  await create('B', -1, 2);
  await create('C', 5, 6);
  const first = await home(host, { limit: 1 });
  expect(first.events.map((event) => event.title)).toEqual(['A']);
  await app.context.db.query(`update events set end_time = $1 where title = 'B'`, [
    hoursFromNow(app.clock, -0.5),
  ]);
  const rest = await home(host, { limit: 5, cursor: first.next_cursor ?? '' });
  expect(rest.events.map((event) => event.title)).toEqual(['C']);
});

test.each([
  ['no cursor of ours', 'abc'],
  ['the year 0000', JSON.stringify(['0000-01-01T00:00:00Z', 0, '2026-01-01T00:00:00Z', 1])],
  ['a huge section', JSON.stringify(['2026-01-01T00:00:00Z', 2 ** 40, '2026-01-01T00:00:00Z', 1])],
  ['text for an id', JSON.stringify(['2026-01-01T00:00:00Z', 0, '2026-01-01T00:00:00Z', '1'])],
])('HOME-08 %s is refused', async (_, key) => {
  const cursor = Buffer.from(key).toString('base64url');
  expect((await host.call(eventRoutes.listHome, { query: { cursor } })).status).toBe(400);
});

test('HOME-12 a description is cut after 120 characters, with an ellipsis only where more follows', async () => {
  expect(previewOf('x'.repeat(120))).toBe('x'.repeat(120));
  expect(previewOf('x'.repeat(121))).toBe(`${'x'.repeat(120)}…`);
  await create('Waves', 1, 2, { description: '🌊'.repeat(130) });
  await create('Short', 2, 3, { description: '🌊'.repeat(120) });
  const { events } = await home(host);
  expect(events.map((event) => event.description_preview)).toEqual([
    `${'🌊'.repeat(120)}…`,
    '🌊'.repeat(120),
  ]);
});
