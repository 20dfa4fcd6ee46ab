import { randomUUID } from 'node:crypto';
import { HOUR_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { EVENT_TEXTS } from '@hereabouts/contract/event-texts';
import { eventLinkRoutes } from '@hereabouts/contract/event-links';
import { eventRoutes, type EventInput } from '@hereabouts/contract/events';
import { guestRemovalRoutes } from '@hereabouts/contract/guest-removals';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { notificationRoutes } from '@hereabouts/contract/notifications';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, eventInput } from '@hereabouts/testing/builders';
import { afterEach, beforeEach, expect, test } from 'vitest';

let app: TestApp;
let host: TestPerson;
let friend: TestPerson;
beforeEach(async () => {
  app = await startTestApp();
  [host, friend] = [await app.signUp(), await app.signUp()];
  await befriend(host, friend);
});
afterEach(() => app.stop());

const detail = (viewer: TestPerson, eventId: number) =>
  viewer.ok(eventRoutes.getEvent, { params: { eventId } });
const countEvents = async () =>
  (await app.context.db.query<{ count: number }>('select count(*) from events'))[0]?.count;
const save = (person: TestPerson, key: string, changes: Partial<EventInput> = {}) =>
  person.ok(eventRoutes.createEvent, { body: { ...eventInput(app.clock, changes), key } });

test('EVF-12 EVF-14 a lost answer and a second press make one event, which says what was sent last', async () => {
  const before = await countEvents();
  const key = randomUUID();
  const first = await save(host, key, { title: 'Swin', invitee_ids: [friend.id] });
  await friend.ok(inviteRoutes.respondToInvite, {
    params: { eventId: first.id },
    body: { status: 'accepted' },
  });
  expect(await save(host, key, { title: 'Swim', invitee_ids: [friend.id] })).toEqual(first);
  expect(await countEvents()).toBe(Number(before) + 1);
  const { title, invites } = await detail(host, first.id);
  expect([title, invites.map(({ user, status }) => [user.id, status])]).toEqual([
    'Swim',
    [[friend.id, 'accepted']],
  ]);
});

test('EVF-12 EVF-14 HOST-06 a retry keeps who joined meanwhile, and does not invite again who was removed', async () => {
  const [early, late] = [await app.signUp(), await app.signUp()];
  await befriend(host, early);
  const key = randomUUID();
  const { id } = await save(host, key, { invitee_ids: [friend.id, early.id] });
  const { token } = await host.ok(eventLinkRoutes.createEventLink, { params: { eventId: id } });
  await late.ok(eventLinkRoutes.joinByLink, { params: { token }, body: { status: 'accepted' } });
  await host.ok(guestRemovalRoutes.removeGuest, { params: { eventId: id, userId: early.id } });
  await save(host, key, { title: 'Swim', invitee_ids: [friend.id, early.id] });
  const { title, invites } = await detail(host, id);
  expect(title).toBe('Swim');
  expect(invites.map(({ user }) => user.id).toSorted()).toEqual([friend.id, late.id].toSorted());
});

test('EVF-12 EVF-16 a retry takes back the invitations it left out, of whoever has answered too, and may invite them again', async () => {
  const [still, late] = [await app.signUp(), await app.signUp()];
  await befriend(host, still);
  const key = randomUUID();
  const { id } = await save(host, key, { is_private: true, invitee_ids: [friend.id, still.id] });
  const { token } = await host.ok(eventLinkRoutes.createEventLink, { params: { eventId: id } });
  await late.ok(eventLinkRoutes.joinByLink, { params: { token }, body: { status: 'accepted' } });
  await friend.ok(inviteRoutes.respondToInvite, {
    params: { eventId: id },
    body: { status: 'accepted' },
  });
  const retry = async (attempt: number, chosen: readonly TestPerson[], withdrawn: readonly TestPerson[]) => {
    const changes = { is_private: true, invitee_ids: chosen.map((person) => person.id) };
    const withdrawn_ids = withdrawn.map((person) => person.id);
    const body = { ...eventInput(app.clock, changes), key, attempt, withdrawn_ids };
    expect((await host.ok(eventRoutes.createEvent, { body })).id).toBe(id);
    return (await detail(host, id)).invites.map(({ user }) => user.id).toSorted();
  };
  const ids = (...people: TestPerson[]) => people.map((person) => person.id).toSorted();

  expect(await retry(2, [still], [friend])).toEqual(ids(still, late));
  expect((await friend.call(eventRoutes.getEvent, { params: { eventId: id } })).status).toBe(404);
  expect(await friend.ok(notificationRoutes.listNotifications, {})).toMatchObject({ notifications: [] });
  // One that was sent before it arrives now.
  expect(await retry(1, [friend, still], [])).toEqual(ids(still, late));
  // What the form says last counts, whoever else is named.
  expect(await retry(3, [friend, still], [friend])).toEqual(ids(friend, still, late));
});

test('EVF-12 EVF-16 once the event was edited, a retry uninvites nobody and says so', async () => {
  const key = randomUUID();
  const { id } = await save(host, key, { invitee_ids: [friend.id] });
  const edit = { ...eventInput(app.clock, { title: 'Swim', invitee_ids: [friend.id] }), keep_answers: true };
  await host.ok(eventRoutes.updateEvent, { params: { eventId: id }, body: edit });
  const retry = { ...eventInput(app.clock, { title: 'Swim' }), key, attempt: 2, withdrawn_ids: [friend.id] };
  expect((await host.call(eventRoutes.createEvent, { body: retry })).status).toBe(400);
  expect((await detail(host, id)).invites.map(({ user }) => user.id)).toEqual([friend.id]);
});

test('EVF-12 a form that was kept for longer than an hour makes an event of its own, unless it is the same one', async () => {
  const key = randomUUID();
  const first = { ...eventInput(app.clock, { title: 'Swim' }), key };
  const { id } = await host.ok(eventRoutes.createEvent, { body: first });
  app.clock.advance(HOUR_MS + SECOND_MS);
  await host.signInAgain();
  expect(
    (await host.ok(eventRoutes.createEvent, { body: { ...first, description: 'Bring a towel' } })).id,
  ).toBe(id);
  expect((await detail(host, id)).description).toBe('Bring a towel');
  const other = { ...first, title: 'Picnic' };
  const made = await host.ok(eventRoutes.createEvent, { body: other });
  expect(made.id).not.toBe(id);
  expect((await detail(host, id)).title).toBe('Swim');
  expect((await host.ok(eventRoutes.createEvent, { body: other })).id).toBe(made.id);
});

test('EVF-12 AUTH-09 however many events are made under one key, only three keep one', async () => {
  const key = randomUUID();
  const ids: number[] = [];
  for (const title of ['Swim', 'Picnic', 'Walk', 'Quiz', 'Dance']) {
    ids.push((await save(host, key, { title })).id);
    app.clock.advance(HOUR_MS + SECOND_MS);
    await host.signInAgain();
  }
  expect(new Set(ids).size).toBe(5);
  const keys = await app.context.db.query(
    'select from events where id = any($1) and creation_key is not null',
    [ids],
  );
  expect(keys).toHaveLength(3);
});

test('EVF-12 EVF-05 LIVE-10 a retry undoes no edit and says so: an event that was made private meanwhile stays as it was edited', async () => {
  const key = randomUUID();
  const stranger = await app.signUp();
  const { id } = await save(host, key, { title: 'Swin' });
  await save(host, key, { title: 'Swim' });
  await save(host, key, { title: 'Swim at dawn' });
  expect((await detail(host, id)).title).toBe('Swim at dawn');
  const edited = eventInput(app.clock, { title: 'Swim at noon', is_private: true });
  await host.ok(eventRoutes.updateEvent, {
    params: { eventId: id },
    body: { ...edited, keep_answers: true },
  });
  const again = { ...eventInput(app.clock, { title: 'Swim at dawn' }), key };
  for (const attempt of [undefined, 4]) {
    const refused = await host.call(eventRoutes.createEvent, { body: { ...again, attempt } });
    expect([refused.status, refused.body.error]).toMatchObject([
      400,
      { code: 'invalid', fields: { key: EVENT_TEXTS.editedSinceCreated } },
    ]);
  }
  expect(await detail(host, id)).toMatchObject({ title: 'Swim at noon', is_private: true });
  expect((await stranger.call(eventRoutes.getEvent, { params: { eventId: id } })).status).toBe(404);
  // What was edited to what is sent is stored.
  const same = { ...edited, key, attempt: 4 };
  expect(await host.ok(eventRoutes.createEvent, { body: same })).toEqual({ id });
});

test('EVF-12 EVF-05 LIVE-10 a save that arrives after a later one of the same form changes nothing, nor makes it public', async () => {
  const [key, stranger] = [randomUUID(), await app.signUp()];
  const attempt = (number: number, changes: Partial<EventInput>) =>
    host.ok(eventRoutes.createEvent, {
      body: { ...eventInput(app.clock, changes), key, attempt: number },
    });
  const { id } = await attempt(2, { title: 'Swim', is_private: true });
  expect(await attempt(1, { title: 'Swin', is_private: false, invitee_ids: [friend.id] })).toEqual({ id });
  expect(await detail(host, id)).toMatchObject({ title: 'Swim', is_private: true });
  expect((await stranger.call(eventRoutes.getEvent, { params: { eventId: id } })).status).toBe(404);
  // A duplicate of the page has the same number.
  const other = { ...eventInput(app.clock, { title: 'Picnic', is_private: false }), key, attempt: 2 };
  expect((await host.call(eventRoutes.createEvent, { body: other })).status).toBe(400);
  await attempt(3, { title: 'Swim at noon', is_private: false });
  expect(await detail(host, id)).toMatchObject({ title: 'Swim at noon', is_private: false });
});

test('EVF-12 EVF-05 LIVE-10 CAL-05 an earlier save that arrives late changes nothing either where the later one only repeated what was stored, which calendars see as no change', async () => {
  const form = { ...eventInput(app.clock, { title: 'Swim' }), key: randomUUID() };
  const attempt = (number: number, changes: Partial<EventInput>) =>
    host.ok(eventRoutes.createEvent, { body: { ...form, ...changes, attempt: number } });
  const { id } = await attempt(1, { is_private: true });
  const stored = await detail(host, id);
  app.clock.advance(SECOND_MS);
  await attempt(3, { is_private: true });
  expect(await detail(host, id)).toEqual(stored);
  expect(await attempt(2, { is_private: false, invitee_ids: [friend.id] })).toEqual({ id });
  expect(await detail(host, id)).toEqual(stored);
  await attempt(4, { is_private: false });
  expect(await detail(host, id)).toMatchObject({ is_private: false, invites: [] });
});

test('EVF-05 LIVE-10 what an older release, or a restore, has changed since is an edit as well', async () => {
  const key = randomUUID();
  const { id } = await save(host, key, { title: 'Swim' });
  app.clock.advance(SECOND_MS);
  const now = new Date(app.clock.now()).toISOString();
  await app.context.db.query('update events set is_private = true, updated_at = $2 where id = $1', [id, now]);
  const again = { ...eventInput(app.clock, { title: 'Swim' }), key, attempt: 2 };
  expect((await host.call(eventRoutes.createEvent, { body: again })).status).toBe(400);
  expect((await detail(host, id)).is_private).toBe(true);
});

test('EVF-05 LIVE-10 a save of an older release, without an attempt number, makes nothing public', async () => {
  const key = randomUUID();
  const { id } = await save(host, key, { title: 'Swim', is_private: true });
  await save(host, key, { title: 'Swim at noon', is_private: false });
  expect(await detail(host, id)).toMatchObject({ title: 'Swim at noon', is_private: true });
});

test('CAL-05 a retry that moves the event counts as a change of it, as calendars need to see', async () => {
  const key = randomUUID();
  const { id } = await save(host, key);
  const before = await detail(host, id);
  app.clock.advance(SECOND_MS);
  await save(host, key, { title: 'Swim at noon' });
  expect((await detail(host, id)).updated_at > before.updated_at).toBe(true);
});

test('EVF-14 both at once make one event', async () => {
  const key = randomUUID();
  const answers = await Promise.all([1, 2, 3, 4].map(() => save(host, key)));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
});

test('PERM-02 another person’s equal key, or another key, makes a new event', async () => {
  const key = randomUUID();
  const mine = await save(host, key);
  expect((await save(friend, key)).id).not.toBe(mine.id);
  expect((await save(host, randomUUID())).id).not.toBe(mine.id);
  const answer = await host.call(eventRoutes.createEvent, {
    body: { ...eventInput(app.clock), key: 'not a uuid' },
  });
  expect(answer.status).toBe(400);
});
