import { MINUTE_MS } from '@hereabouts/contract/durations';
import { eventRoutes } from '@hereabouts/contract/events';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { meetingPointRoutes } from '@hereabouts/contract/meeting-points';
import type { TestApp, TestPerson } from '@hereabouts/testing/app';
import { answer, ask, befriend, createEvent, eventInput, hoursFromNow } from '@hereabouts/testing/builders';
import { arrangePushScene, startPushApp } from '@hereabouts/testing/push-app';
import type { TestDevice, TestPushService } from '@hereabouts/testing/push-service';
import { enableSecondStep, proveAddresses } from '@hereabouts/testing/second-step';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let service: TestPushService;
let app: TestApp;
let stop: () => Promise<void>;
let host: TestPerson;
let anna: TestPerson;
let phone: TestDevice;
beforeAll(async () => {
  ({ app, service, stop } = await startPushApp());
});
beforeEach(async () => {
  ({ host, anna, phone } = await arrangePushScene({ app, service, areFriends: false }));
  // The first attempt meets a service that asks for time.
  phone.answer({ status: 503 });
});
afterAll(() => stop());

async function retry(): Promise<void> {
  phone.answer({ status: 201 });
  for (let minute = 0; minute < 5; minute += 1) {
    app.clock.advance(MINUTE_MS);
    await app.context.jobs.idle();
  }
}

async function acceptedByHost(): Promise<string> {
  const friendshipId = await ask(anna, host);
  await host.ok(friendshipRoutes.acceptFriendRequest, { params: { friendshipId } });
  await app.context.jobs.idle();
  expect(phone.bodies()).toEqual(['You and Marie are now friends']);
  return friendshipId;
}

async function pointSetByHost(): Promise<number> {
  await befriend(anna, host);
  const eventId = await createEvent(app, host, {
    invitee_ids: [anna.id],
    start_time: hoursFromNow(app.clock, -1),
    end_time: hoursFromNow(app.clock, 3),
  });
  const params = { eventId };
  await anna.ok(inviteRoutes.respondToInvite, { params, body: { status: 'accepted' } });
  await retry();
  phone.forget();
  phone.answer({ status: 503 });
  const body = { name: 'By the bar', latitude: 49.18, longitude: -2.1, meet_at: null };
  await host.ok(meetingPointRoutes.setMeetingPoint, { params, body });
  await app.context.jobs.idle();
  expect(phone.bodies()).toHaveLength(1);
  return eventId;
}

test('PUSH-04 a new friend who is none any more is not told of again', async () => {
  const friendshipId = await acceptedByHost();
  await host.ok(friendshipRoutes.deleteFriendship, { params: { friendshipId } });
  await retry();
  expect(phone.bodies()).toHaveLength(1);
});

test('PUSH-04 MFA-03 a session that lacks its second step is told of nothing', async () => {
  await proveAddresses(app.context.db, anna.id);
  await acceptedByHost();
  await enableSecondStep(app, anna.token);
  await app.context.db.query(`update auth.sessions set aal = 'aal1' where user_id = $1`, [anna.id]);
  await retry();
  expect(phone.bodies()).toHaveLength(1);
});

test('PUSH-04 a new friend who still is one is told of again', async () => {
  await acceptedByHost();
  await retry();
  expect(phone.bodies()).toHaveLength(2);
});

test('PUSH-04 a request that was taken back is not told of again', async () => {
  const friendshipId = await ask(host, anna);
  await app.context.jobs.idle();
  expect(phone.bodies()).toEqual(['Marie sent you a friend request']);
  await host.ok(friendshipRoutes.deleteFriendship, { params: { friendshipId } });
  await retry();
  expect(phone.bodies()).toHaveLength(1);
});

test('PUSH-04 a meeting point that was removed is not told of again', async () => {
  const eventId = await pointSetByHost();
  await host.ok(meetingPointRoutes.removeMeetingPoint, { params: { eventId } });
  await retry();
  expect(phone.bodies()).toHaveLength(1);
});

test('PUSH-04 a meeting point that is set is told of again', async () => {
  await pointSetByHost();
  await retry();
  expect(phone.bodies()).toHaveLength(2);
});

const aboutInvitations = () => phone.bodies().filter((body) => body.startsWith('Marie invited you'));

async function invitedByHost(): Promise<number> {
  await befriend(anna, host);
  const eventId = await createEvent(app, host, { invitee_ids: [anna.id] });
  await app.context.jobs.idle();
  expect(aboutInvitations()).toHaveLength(1);
  return eventId;
}

test.each(['accepted', 'tentative'] as const)(
  'PUSH-02 PUSH-04 an invitation that was answered is not told of again (%s)',
  async (status) => {
    await answer(anna, await invitedByHost(), status);
    await retry();
    expect(aboutInvitations()).toHaveLength(1);
  },
);

test('PUSH-02 HOST-04 an invitation to a full event, whose guest waits for a place, is not told of again', async () => {
  const eventId = await invitedByHost();
  const body = { ...eventInput(app.clock, { invitee_ids: [anna.id], places: 1 }), keep_answers: true };
  await host.ok(eventRoutes.updateEvent, { params: { eventId }, body });
  const wish = { status: 'accepted', wait: true } as const;
  await anna.ok(inviteRoutes.respondToInvite, { params: { eventId }, body: wish });
  await retry();
  expect(aboutInvitations()).toHaveLength(1);
});

test('PUSH-04 an invitation without an answer is told of again, also while the event runs', async () => {
  const started = [await invitedByHost(), hoursFromNow(app.clock, -1)];
  await app.context.db.query('update events set start_time = $2 where id = $1', started);
  await retry();
  expect(aboutInvitations()).toHaveLength(2);
});

const aboutPlaces = () => phone.bodies().filter((body) => body.startsWith('A place has come up'));

async function placeGivenByHost(): Promise<number> {
  await befriend(anna, host);
  const eventId = await createEvent(app, host, { invitee_ids: [anna.id], places: 1 });
  const body = { status: 'accepted', wait: true } as const;
  await anna.ok(inviteRoutes.respondToInvite, { params: { eventId }, body });
  await retry();
  phone.answer({ status: 503 });
  await answer(host, eventId, 'declined');
  await app.context.jobs.idle();
  expect(aboutPlaces()).toHaveLength(1);
  return eventId;
}

test('PUSH-04 HOST-04 a place whose guest has changed to Maybe is not told of again', async () => {
  await answer(anna, await placeGivenByHost(), 'tentative');
  await retry();
  expect(aboutPlaces()).toHaveLength(1);
});

test('PUSH-04 EVF-25 a place that went when everyone was asked again is not told of again', async () => {
  const eventId = await placeGivenByHost();
  const changed = eventInput(app.clock, { title: 'Another', invitee_ids: [anna.id], places: 1 });
  const body = { ...changed, keep_answers: false };
  await host.ok(eventRoutes.updateEvent, { params: { eventId }, body });
  await retry();
  expect(aboutPlaces()).toHaveLength(1);
});

test('PUSH-04 HOST-04 a place that its guest keeps is told of again', async () => {
  await placeGivenByHost();
  await retry();
  expect(aboutPlaces()).toHaveLength(2);
});
