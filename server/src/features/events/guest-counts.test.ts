import { eventRoutes } from '@hereabouts/contract/events';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { routes } from '@hereabouts/contract/routes';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, createEvent } from '@hereabouts/testing/builders';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let host: TestPerson;
let stranger: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  [host, stranger] = [await app.signUp({ name: 'Host' }), await app.signUp()];
});
afterAll(() => app.stop());

const detail = (viewer: TestPerson, eventId: number) =>
  viewer.ok(eventRoutes.getEvent, { params: { eventId } });

test('HOST-01 SAFE-01 every guest and the link count the same people as going, hidden ones too; other answers of hidden people are counted for nobody in a block with them', async () => {
  const [hidden, blocker] = [await app.signUp(), await app.signUp()];
  for (const person of [hidden, blocker]) await befriend(person, host);
  const eventId = await createEvent(app, host, { invitee_ids: [hidden.id, blocker.id] });
  const params = { eventId };
  await hidden.ok(inviteRoutes.respondToInvite, { params, body: { status: 'accepted' } });
  await blocker.ok(routes.blockUser, { params: { userId: hidden.id } });
  const { token } = await host.ok(routes.createEventLink, { params });
  const expectCounts = async (going: number, tentative: number) => {
    for (const [viewer, pending] of [
      [host, 1],
      [blocker, 1],
      [hidden, 0],
    ] as const)
      expect(await detail(viewer, eventId)).toMatchObject({
        going_count: going,
        other_counts: { tentative, declined: 0, pending, waiting: 0 },
      });
    for (const caller of [stranger, app.anonymous])
      expect(await caller.ok(routes.openEventLink, { params: { token } })).toMatchObject({
        going_count: going,
      });
  };
  await expectCounts(2, 0);
  await host.ok(inviteRoutes.respondToInvite, { params, body: { status: 'tentative' } });
  await expectCounts(1, 1);
  expect(await detail(blocker, eventId)).toMatchObject({ host_status: 'tentative' });
});

test('EVF-24 who is not on the list of a public event sees the host and how many go, and nobody else (S34)', async () => {
  const names = ['Anna', 'Ben', 'Cleo'];
  const friend = await app.signUp({ name: 'Friend' });
  await befriend(host, friend);
  const people = await Promise.all(names.map((name) => app.signUp({ name })));
  for (const person of people) await befriend(person, host);
  const eventId = await createEvent(app, host, { invitee_ids: people.map((person) => person.id) });
  const params = { eventId };
  for (const [at, status] of (['accepted', 'accepted', 'declined'] as const).entries())
    await people[at]?.ok(inviteRoutes.respondToInvite, { params, body: { status } });
  const { body, status } = await stranger.call(eventRoutes.getEvent, { params });
  const shown = { host: { id: host.id }, going_count: 3, other_counts: null, invites: [] };
  expect([status, body]).toMatchObject([200, shown]);
  for (const { id } of people) expect(JSON.stringify(body)).not.toContain(id);
  for (const viewer of [host, people[2] as TestPerson])
    expect(await detail(viewer, eventId)).toMatchObject({
      going_count: 3,
      invites: names.map((name) => ({ user: { name } })),
    });
  // A friend of the host who is not invited is none of the guests either.
  expect((await detail(friend, eventId)).invites).toEqual([]);
});
