import { eventRoutes, type EventUpdate } from '@hereabouts/contract/events';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { startTestApp, type Answer, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, createEvent, eventInput, hoursFromNow } from '@hereabouts/testing/builders';
import { afterAll, beforeAll, expect, test } from 'vitest';

const FORBIDDEN = { code: 'forbidden', message: 'You do not have permission to edit this event' };

let app: TestApp;
let host: TestPerson;
let anna: TestPerson;
let ben: TestPerson;
let stranger: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  host = await app.signUp({ name: 'Host' });
  [anna, ben, stranger] = [await app.signUp(), await app.signUp(), await app.signUp()];
  await befriend(host, anna);
  await befriend(host, ben);
});
afterAll(() => app.stop());

const update = (eventId: number, changes: Partial<EventUpdate>, editor = host): Promise<Answer> =>
  editor.call(eventRoutes.updateEvent, {
    params: { eventId },
    body: { ...eventInput(app.clock), keep_answers: false, ...changes },
  });
const detail = (eventId: number, viewer = host) => viewer.ok(eventRoutes.getEvent, { params: { eventId } });
const statuses = async (eventId: number) =>
  Object.fromEntries((await detail(eventId)).invites.map((invite) => [invite.user.id, invite.status]));
const respond = (person: TestPerson, eventId: number, status: 'accepted' | 'tentative' | 'declined') =>
  person.call(inviteRoutes.respondToInvite, { params: { eventId }, body: { status } });
const endIt = (eventId: number) =>
  app.context.db.query('update events set start_time = $2, end_time = $3 where id = $1', [
    eventId,
    '2026-06-01T10:00:30.500Z',
    '2026-06-01T12:00:59.000Z',
  ]);

test('EVF-13 PERM-04 others who can see the event get the text, and change nothing', async () => {
  const eventId = await createEvent(app, host, { invitee_ids: [anna.id] });
  for (const editor of [anna, stranger]) {
    const answer = await update(eventId, { title: 'Mine' }, editor);
    expect([answer.status, answer.body.error]).toEqual([403, FORBIDDEN]);
  }
  const hidden = await createEvent(app, host, { is_private: true, invitee_ids: [anna.id] });
  expect((await update(hidden, {}, anna)).body.error).toEqual(FORBIDDEN);
  expect((await update(hidden, {}, stranger)).status).toBe(404);
  expect(await detail(eventId)).toMatchObject({ title: 'Beach bonfire' });
});

test('EVF-11 an edit is checked as a new event is', async () => {
  const eventId = await createEvent(app, host, { invitee_ids: [anna.id] });
  const now = hoursFromNow(app.clock, 0);
  const cases: [Partial<EventUpdate>, string][] = [
    [{ title: '', location_name: '' }, 'Title is required'],
    [{ start_time: null }, 'Start and end times are required'],
    [{ start_time: now, end_time: now }, 'End time must be after start time'],
    [{ location_name: ' ' }, 'Location name is required'],
    [{ location_latitude: null }, 'Please select a location on the map'],
    [{ image: 'not-mine.png' }, 'Please upload the image again'],
  ];
  for (const [changes, message] of cases) {
    const answer = await update(eventId, changes);
    expect([answer.status, answer.body.error.message]).toEqual([400, message]);
  }
  expect(Object.keys(await statuses(eventId))).toEqual([anna.id]);
});

test('EVF-15 answers are reset and the list becomes the one sent; the creator’s own answer stays', async () => {
  const carl = await app.signUp();
  await befriend(host, carl);
  const eventId = await createEvent(app, host, { invitee_ids: [anna.id, ben.id] });
  await respond(anna, eventId, 'accepted');
  await respond(ben, eventId, 'declined');
  await respond(host, eventId, 'tentative');
  app.clock.advance(1_000);

  const answer = await update(eventId, { title: 'Moved', invitee_ids: [anna.id, carl.id, carl.id] });
  expect([answer.status, answer.body]).toEqual([200, { id: eventId }]);
  expect(await detail(eventId)).toMatchObject({
    title: 'Moved',
    my_status: 'tentative',
    updated_at: hoursFromNow(app.clock, 0),
  });
  expect(await statuses(eventId)).toEqual({ [anna.id]: 'pending', [carl.id]: 'pending' });
});

test('EVF-15 keep_answers keeps the answers of guests who stay', async () => {
  const eventId = await createEvent(app, host, { invitee_ids: [anna.id] });
  await respond(anna, eventId, 'accepted');
  const changes = { invitee_ids: [anna.id, ben.id], keep_answers: true };
  expect((await update(eventId, changes)).status).toBe(200);
  expect(await statuses(eventId)).toEqual({ [anna.id]: 'accepted', [ben.id]: 'pending' });
});

test('EVF-16 who was invited and unfriended since stays; once taken off, nobody can bring them back', async () => {
  const former = await app.signUp();
  const friendshipId = await befriend(host, former);
  const eventId = await createEvent(app, host, { is_private: true, invitee_ids: [former.id] });
  await former.ok(friendshipRoutes.deleteFriendship, { params: { friendshipId } });
  const isPrivate = { is_private: true };

  expect((await update(eventId, { ...isPrivate, invitee_ids: [former.id, anna.id] })).status).toBe(200);
  expect(Object.keys(await statuses(eventId)).toSorted()).toEqual([former.id, anna.id].toSorted());
  expect((await update(eventId, { ...isPrivate, invitee_ids: [anna.id] })).status).toBe(200);
  const lost = await former.call(eventRoutes.getEvent, { params: { eventId } });
  expect(lost.status).toBe(404);

  for (const id of [former.id, stranger.id, host.id]) {
    const answer = await update(eventId, { ...isPrivate, title: 'No', invitee_ids: [anna.id, id] });
    expect([answer.status, answer.body.error.message]).toEqual([403, 'Only your friends can be invited']);
  }
  expect(await detail(eventId)).toMatchObject({ title: 'Beach bonfire' });
  expect(Object.keys(await statuses(eventId))).toEqual([anna.id]);
});

test('EVF-18 RSVP-03 an ended event keeps its times, its answers and takes no new guests', async () => {
  const eventId = await createEvent(app, host, { invitee_ids: [anna.id] });
  await respond(anna, eventId, 'tentative');
  await endIt(eventId);
  const times = { start_time: '2026-06-01T10:00:00.000Z', end_time: '2026-06-01T13:00:00+01:00' };

  const moved = await update(eventId, {
    ...times,
    end_time: hoursFromNow(app.clock, 5),
    invitee_ids: [anna.id],
  });
  expect([moved.status, moved.body.error]).toEqual([
    409,
    { code: 'event_ended', message: 'The times of an event that has ended cannot be changed' },
  ]);
  const more = await update(eventId, { ...times, invitee_ids: [anna.id, ben.id] });
  expect([more.status, more.body.error]).toEqual([
    409,
    { code: 'event_ended', message: 'This event has ended' },
  ]);

  const worded = await update(eventId, { ...times, description: 'It was lovely', invitee_ids: [anna.id] });
  expect(worded.status).toBe(200);
  expect(await detail(eventId)).toMatchObject({
    description: 'It was lovely',
    start_time: '2026-06-01T10:00:30.500Z',
    end_time: '2026-06-01T12:00:59.000Z',
  });
  expect(await statuses(eventId)).toEqual({ [anna.id]: 'tentative' });
  expect((await update(eventId, { ...times, invitee_ids: [] })).status).toBe(200);
  expect(await statuses(eventId)).toEqual({});
});

test('EVF-14 ERR-03 edits at once: each is saved whole, the last one stands', async () => {
  const eventId = await createEvent(app, host, { invitee_ids: [anna.id] });
  const forms = [
    { title: 'none', invitee_ids: [] },
    { title: 'anna', invitee_ids: [anna.id] },
    { title: 'ben', invitee_ids: [ben.id] },
    { title: 'both', invitee_ids: [anna.id, ben.id] },
  ];
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all(forms.map((form) => update(eventId, form)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    const { title, invites } = await detail(eventId);
    const ids = forms.find((form) => form.title === title)?.invitee_ids;
    expect(invites.map((invite) => invite.user.id).toSorted()).toEqual(ids?.toSorted());
  }
});

test('EVF-15 RSVP-01 an edit, an answer and an invitation at once never fail half-way', async () => {
  for (let round = 0; round < 5; round++) {
    const eventId = await createEvent(app, host, { invitee_ids: [anna.id] });
    const [edited, kept, answered, invited] = await Promise.all([
      update(eventId, { invitee_ids: [anna.id] }),
      update(eventId, { invitee_ids: [anna.id], keep_answers: true }),
      respond(anna, eventId, 'accepted'),
      host.call(inviteRoutes.inviteFriends, { params: { eventId }, body: { user_ids: [ben.id, anna.id] } }),
    ]);
    expect([edited.status, kept.status, answered.status, invited.status]).toEqual([200, 200, 200, 201]);
    expect(['pending', 'accepted']).toContain((await statuses(eventId))[anna.id]);
  }
});
