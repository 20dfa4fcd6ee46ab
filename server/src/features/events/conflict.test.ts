import { eventRoutes, type EventInput, type EventUpdate } from '@hereabouts/contract/events';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, createEvent, eventInput } from '@hereabouts/testing/builders';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let host: TestPerson;
let anna: TestPerson;
let ben: TestPerson;
let eve: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  host = await app.signUp({ name: 'Host' });
  [anna, ben, eve] = [await app.signUp(), await app.signUp(), await app.signUp()];
  for (const friend of [anna, ben, eve]) await befriend(host, friend);
});
afterAll(() => app.stop());

/** A new event, and saves of editors who all loaded it as it was at first. */
async function loadedEvent(given: Partial<EventInput> = {}) {
  const base = { ...eventInput(app.clock), ...given };
  const eventId = await createEvent(app, host, base);
  const params = { eventId };
  const detail = () => host.ok(eventRoutes.getEvent, { params });
  const save = (changes: Partial<EventUpdate>) =>
    host.call(eventRoutes.updateEvent, { params, body: { ...base, keep_answers: true, base, ...changes } });
  return { params, base, detail, save };
}

test('EVF-23 a field that was changed meanwhile is refused with its name, and nothing is saved', async () => {
  const { detail, save } = await loadedEvent();
  expect((await save({ title: 'First', location_name: 'The pier' })).status).toBe(200);
  const before = await detail();
  const answer = await save({ title: 'Second', location_latitude: 49.25, description: 'Mine' });
  const message = 'This event has been changed since you opened it';
  expect([answer.status, answer.body.error]).toEqual([
    409,
    { code: 'conflict', message, fields: { title: message, location: message } },
  ]);
  expect(await detail()).toEqual(before);
});

test('EVF-23 changes to different fields, and the same change made twice, are merged', async () => {
  const { detail, save } = await loadedEvent();
  expect((await save({ title: 'New title' })).status).toBe(200);
  expect((await save({ description: 'New words', is_private: true })).status).toBe(200);
  expect((await save({ title: 'New title' })).status).toBe(200);
  expect(await detail()).toMatchObject({
    title: 'New title',
    description: 'New words',
    is_private: true,
  });
});

test('EVF-20 EVF-23 unchanged times keep their seconds when something else is saved', async () => {
  const times = { start_time: '2027-10-31T01:30:42.120Z', end_time: '2027-10-31T01:30:59.000Z' };
  const { detail, save } = await loadedEvent(times);
  expect((await save({ description: 'New words' })).status).toBe(200);
  expect(await detail()).toMatchObject({ ...times, description: 'New words' });
});

test('EVF-23 start and end that fit only apart are a conflict of both', async () => {
  const { base, save } = await loadedEvent();
  const [start, end] = [Date.parse(base.start_time ?? ''), Date.parse(base.end_time ?? '')];
  const middle = new Date((start + end) / 2).toISOString();
  expect((await save({ end_time: middle })).status).toBe(200);
  const answer = await save({ start_time: new Date(Date.parse(middle) + 60_000).toISOString() });
  expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([409, ['start_time', 'end_time']]);
});

test('EVF-15 EVF-23 answers and guests who came meanwhile are no conflict and stay', async () => {
  const { params, detail, save } = await loadedEvent({ invitee_ids: [anna.id, ben.id] });
  await anna.ok(inviteRoutes.respondToInvite, { params, body: { status: 'accepted' } });
  await host.ok(inviteRoutes.inviteFriends, { params, body: { user_ids: [eve.id] } });
  // The form knows Anna and Ben, and Ben is deselected in it.
  expect((await save({ title: 'Renamed', invitee_ids: [anna.id] })).status).toBe(200);
  const { title, invites } = await detail();
  expect(title).toBe('Renamed');
  expect(Object.fromEntries(invites.map(({ user, status }) => [user.id, status]))).toEqual({
    [anna.id]: 'accepted',
    [eve.id]: 'pending',
  });
});

test('EVF-23 of concurrent saves from one state, one succeeds and the others conflict', async () => {
  const { detail, save } = await loadedEvent();
  const titles = ['one', 'two', 'three'];
  const answers = await Promise.all(titles.map((title) => save({ title })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  const winner = titles[answers.findIndex(({ status }) => status === 200)];
  expect((await detail()).title).toBe(winner);
});

test('EVF-23 a base that is none is refused', async () => {
  const { params, base } = await loadedEvent();
  const body = { ...base, keep_answers: true, base: { title: 'half' } } as unknown as EventUpdate;
  expect((await host.call(eventRoutes.updateEvent, { params, body })).status).toBe(400);
});
