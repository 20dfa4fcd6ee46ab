import { liveRoutes } from '@hereabouts/contract/live';
import { meetingPointRoutes } from '@hereabouts/contract/meeting-points';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { answer, befriend, block, createEvent, unblock } from '@hereabouts/testing/builders';
import { lookOn } from '@hereabouts/testing/live';
import { running } from '@hereabouts/testing/live-scene';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let guest: TestPerson;
let other: TestPerson;
let eventId: number;

beforeAll(async () => {
  app = await startTestApp();
  const host = await app.signUp();
  [guest, other] = [await app.signUp(), await app.signUp()];
  for (const person of [guest, other]) await befriend(host, person);
  eventId = await createEvent(app, host, { ...running(app), invitee_ids: [guest.id, other.id] });
  for (const person of [guest, other]) {
    await answer(person, eventId, 'accepted');
  }
});
afterAll(() => app.stop());

const on = <B>(body?: B) => ({ params: { eventId }, body: body as B });
const pin = {
  name: 'Left of the stage',
  latitude: 49.18,
  longitude: -2.1,
  meet_at: '2026-06-20T20:30:00.000Z',
};

test('SAFE-01 set by a blocked person it is a plain pin, also on a page that is open (S11)', async () => {
  await block(other, guest);
  const viewer = await lookOn(app, other, eventId);
  await guest.ok(meetingPointRoutes.setMeetingPoint, on(pin));
  const said = await viewer.socket.seen(`live:${eventId}`, 'meeting_point_changed');
  viewer.disconnect();
  const plain = { name: 'Meeting point', meet_at: null, set_by: null };
  expect(said).toMatchObject({ meeting_point: plain });
  expect(viewer.text()).not.toContain(guest.id);
  expect(viewer.text()).not.toContain(pin.name);
  expect((await other.ok(liveRoutes.getLive, on())).meeting_point).toMatchObject(plain);

  // The other way round, of a pin that is seen already.
  await other.ok(meetingPointRoutes.setMeetingPoint, on({ ...pin, name: 'By the bar' }));
  expect((await guest.ok(liveRoutes.getLive, on())).meeting_point).toMatchObject(plain);
  await unblock(other, guest);
  expect((await guest.ok(liveRoutes.getLive, on())).meeting_point?.name).toBe('By the bar');
  const onlooker = await lookOn(app, guest, eventId);
  await block(other, guest);
  await onlooker.socket.seen(`live:${eventId}`, 'people_changed');
  onlooker.disconnect();
  expect((await guest.ok(liveRoutes.getLive, on())).meeting_point).toMatchObject(plain);
});
