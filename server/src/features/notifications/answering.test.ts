import { MINUTE_MS } from '@hereabouts/contract/durations';
import { eventRoutes } from '@hereabouts/contract/events';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { ask, befriend, createEvent, eventInput } from '@hereabouts/testing/builders';
import { read } from '@hereabouts/testing/notifications';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let app: TestApp;
let host: TestPerson;
let anna: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  [host, anna] = [await app.signUp({ name: 'Host' }), await app.signUp({ name: 'Anna' })];
  await befriend(anna, host);
  await app.context.db.query('delete from notifications');
});
afterAll(() => app.stop());

const answer = (
  person: TestPerson,
  eventId: number,
  body: { status: 'accepted' | 'declined'; wait?: boolean },
) => person.ok(inviteRoutes.respondToInvite, { params: { eventId }, body });
const minutesFromNow = (minutes: number) => new Date(app.clock.now() + minutes * MINUTE_MS).toISOString();
const newest = async () => (await read(anna)).notifications[0];
const invitation = async () =>
  (await read(anna)).notifications.find(({ kind }) => kind === 'invited')?.invitation;

test('NOTE-03 a friend request names what it is answered by, until it is answered or withdrawn', async () => {
  const asker = await app.signUp();
  const friendshipId = await ask(asker, anna);
  expect(await newest()).toMatchObject({
    kind: 'request_received',
    request: { friendship_id: friendshipId },
    invitation: null,
  });
  await asker.ok(friendshipRoutes.deleteFriendship, { params: { friendshipId } });
  expect(await newest()).toBeUndefined();

  const again = await ask(asker, anna);
  await anna.ok(friendshipRoutes.acceptFriendRequest, { params: { friendshipId: again } });
  expect(await newest()).toBeUndefined();
  expect((await read(asker)).notifications[0]).toMatchObject({ kind: 'request_accepted', request: null });
});

test('NOTE-03 OPS-13 the request of a suspended person cannot be answered', async () => {
  const asker = await app.signUp();
  await ask(asker, anna);
  const suspend = `insert into auth.suspensions (user_id, since) values ($1, $2)`;
  await app.context.db.query(suspend, [asker.id, new Date(app.clock.now()).toISOString()]);
  expect(await newest()).toMatchObject({ kind: 'request_received', request: null });
});

test('NOTE-03 an invitation says how it was answered, wherever that was, and then has nothing to answer', async () => {
  const eventId = await createEvent(app, host, { invitee_ids: [anna.id] });
  expect(await invitation()).toMatchObject({ my_status: 'pending', can_answer: true });
  await answer(anna, eventId, { status: 'declined' });
  expect(await invitation()).toMatchObject({ my_status: 'declined', can_answer: false });

  const form = eventInput(app.clock, { title: 'Later', invitee_ids: [anna.id] });
  await host.ok(eventRoutes.updateEvent, { params: { eventId }, body: { ...form, keep_answers: false } });
  expect(await newest()).toMatchObject({ kind: 'event_changed', request: null, invitation: null });
  expect(await invitation()).toMatchObject({ my_status: 'pending', can_answer: true });
});

test('NOTE-03 HOST-04 an invitation to an event with places says how many are taken; who waits has answered', async () => {
  const ben = await app.signUp();
  await befriend(ben, host);
  const eventId = await createEvent(app, host, { places: 2, bring_max: 2, invitee_ids: [anna.id, ben.id] });
  expect(await invitation()).toMatchObject({ places: 2, going_count: 1, bring_max: 2, can_answer: true });
  await answer(ben, eventId, { status: 'accepted' });
  expect(await invitation()).toMatchObject({ places: 2, going_count: 2, can_answer: true });
  await answer(anna, eventId, { status: 'accepted', wait: true });
  expect(await invitation()).toMatchObject({
    my_status: 'pending',
    is_waiting: true,
    can_answer: false,
    going_count: null,
  });
});

test('NOTE-03 nothing is left to answer once an event is cancelled, or over', async () => {
  const eventId = await createEvent(app, host, { invitee_ids: [anna.id] });
  await host.ok(eventRoutes.cancelEvent, { params: { eventId } });
  expect(await invitation()).toMatchObject({ my_status: 'pending', can_answer: false });

  await app.context.db.query('delete from notifications');
  await createEvent(app, host, {
    start_time: minutesFromNow(1),
    end_time: minutesFromNow(2),
    invitee_ids: [anna.id],
  });
  app.clock.advance(2 * MINUTE_MS);
  expect(await invitation()).toMatchObject({ can_answer: true });
  app.clock.advance(1);
  expect(await invitation()).toMatchObject({ my_status: 'pending', can_answer: false });
});
