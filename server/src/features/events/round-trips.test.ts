import { inviteRoutes } from '@hereabouts/contract/invites';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, createEvent, eventInput, hoursFromNow } from '@hereabouts/testing/builders';
import { countRoundTrips } from '@hereabouts/testing/round-trips';
import { viewerOf } from '@hereabouts/testing/viewer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { announce } from '#server/features/announcements/service.ts';
import { removeGuest } from '#server/features/guest-removals/service.ts';
import { respondToInvite } from '#server/features/invites/service.ts';
import { setMeetingPoint } from '#server/features/meeting-points/service.ts';
import { startSharing } from '#server/features/sharing/service.ts';
import { createEvent as create } from './service.ts';
import { updateEvent } from './update-service.ts';

let app: TestApp;
let host: TestPerson;
let friends: TestPerson[];
beforeAll(async () => {
  app = await startTestApp();
  [host, ...friends] = [await app.signUp(), await app.signUp(), await app.signUp()];
  for (const friend of friends) await befriend(host, friend);
});
afterAll(() => app.stop());

// Each is a wait for the event loop, which a flood keeps busy, with a row of the event locked.
test('changes of events wait for the database a few times, however many statements they make (S43)', async () => {
  const { context, ofLastChange } = countRoundTrips(app.context);
  const times = { start_time: hoursFromNow(app.clock, -1), end_time: hoursFromNow(app.clock, 1) };
  const [one, two] = friends.map(({ id }) => id) as [string, string];
  const [viewer, ip] = [viewerOf(host), '127.0.0.1'];
  const eventId = await createEvent(app, host, { ...times, invitee_ids: [one] });
  const going = { params: { eventId }, body: { status: 'accepted' } } as const;
  await friends[0]?.ok(inviteRoutes.respondToInvite, going);
  const edited = (changes: object) => ({ ...eventInput(app.clock, times), keep_answers: true, ...changes });
  const point = { name: 'Bar', latitude: 49.2, longitude: -2.1, meet_at: null };
  const start = { eventId, until: null, receivedMs: app.clock.now() };
  const message = { id: '6f1b1f6e-4bb5-4d2e-9d0b-0d6c4e0c8a01', message: 'Bring a jumper', ip };
  const changes = {
    create: () => create(context, viewer, eventInput(app.clock, { invitee_ids: [one, two] }), ip),
    rename: () => updateEvent(context, viewer, eventId, edited({ title: 'Barbecue', invitee_ids: [one] })),
    invite: () => updateEvent(context, viewer, eventId, edited({ invitee_ids: [one, two] })),
    point: () => setMeetingPoint(context, viewer, eventId, point),
    share: () => startSharing(context, viewer, start),
    announce: () => announce(context, viewer, eventId, message),
    answer: () =>
      respondToInvite(context, viewerOf(friends[1] as TestPerson), eventId, { status: 'tentative' }),
    remove: () => removeGuest(context, viewer, eventId, two),
  };
  const roundTrips: Record<string, number> = {};
  for (const [name, change] of Object.entries(changes)) {
    await change();
    roundTrips[name] = ofLastChange();
  }
  expect(roundTrips).toEqual({
    create: 4,
    rename: 4,
    invite: 6,
    point: 4,
    share: 4,
    announce: 4,
    answer: 2,
    remove: 5,
  });
});
