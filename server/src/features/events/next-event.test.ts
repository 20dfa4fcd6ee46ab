import { blockRoutes } from '@hereabouts/contract/blocks';
import { eventLinkRoutes } from '@hereabouts/contract/event-links';
import { eventRoutes } from '@hereabouts/contract/events';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { uploadRoutes } from '@hereabouts/contract/uploads';
import { userRoutes } from '@hereabouts/contract/users';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { png } from '@hereabouts/testing/upload-forms';
import { befriend, createEvent, hoursFromNow } from '@hereabouts/testing/builders';
import { arrangeScene } from '@hereabouts/testing/live-scene';
import { afterEach, beforeEach, expect, test } from 'vitest';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.stop());

const home = (viewer: TestPerson) => viewer.ok(eventRoutes.listHome, { query: {} });
const next = async (viewer: TestPerson) => (await home(viewer)).next;
const join = async (host: TestPerson, eventId: number, person: TestPerson, status = 'accepted' as const) => {
  const { token } = await host.ok(eventLinkRoutes.createEventLink, { params: { eventId } });
  await person.ok(eventLinkRoutes.joinByLink, { params: { token }, body: { status } });
};

test('HOME-23 the next event is the first that is neither cancelled nor declined, with those going, friends first', async () => {
  const [host, viewer] = [await app.signUp({ name: 'Host' }), await app.signUp({ name: 'Viewer' })];
  const [aoife, tom] = [await app.signUp({ name: 'Aoife' }), await app.signUp({ name: 'Tom' })];
  for (const friend of [viewer, tom]) await befriend(host, friend);
  await befriend(viewer, tom);
  expect(await next(viewer)).toBeNull();
  const at = (hours: number) => ({
    start_time: hoursFromNow(app.clock, hours),
    end_time: hoursFromNow(app.clock, hours + 1),
    invitee_ids: [viewer.id],
    places: 50,
  });
  const declined = await createEvent(app, host, at(1));
  const params = { eventId: declined };
  await viewer.ok(inviteRoutes.respondToInvite, { params, body: { status: 'declined' } });
  const cancelled = await createEvent(app, host, at(2));
  await host.ok(eventRoutes.cancelEvent, { params: { eventId: cancelled } });
  const id = await createEvent(app, host, at(3));
  await createEvent(app, host, at(4));
  for (const person of [aoife, tom]) await join(host, id, person);
  const found = await next(viewer);
  expect(found).toMatchObject({ event_id: id, going_count: 3, sharing: [] });
  expect(found?.going.map(({ name }) => name)).toEqual(['Host', 'Tom', 'Aoife']);
  await viewer.ok(blockRoutes.blockUser, { params: { userId: aoife.id } });
  const after = await next(viewer);
  expect(after?.going.map(({ name }) => name)).toEqual(['Host', 'Tom']);
  // The same for everybody (HOST-01).
  expect(after?.going_count).toBe(3);
  const { events } = await home(viewer);
  expect(events.map(({ going_count }) => going_count)).toEqual([1, null, 3, 1]);
});

test('HOME-23 friends whose position is shown to the viewer are on the event that runs', async () => {
  const { host, friend, eventId, share, answer } = await arrangeScene(app);
  expect((await next(friend))?.sharing).toEqual([]);
  await share(host);
  expect(await next(friend)).toMatchObject({ event_id: eventId, sharing: [{ id: host.id }] });
  expect((await next(host))?.sharing).toEqual([]);
  await answer(friend, 'declined');
  expect(await next(friend)).toBeNull();
});

test('HOME-23 a regular has created or been invited to three events, also past ones; later pages say nothing', async () => {
  const [host, viewer] = [await app.signUp(), await app.signUp()];
  await befriend(host, viewer);
  const isRegular = async () => (await home(viewer)).is_regular;
  await createEvent(app, viewer);
  await createEvent(app, host, { invitee_ids: [viewer.id] });
  expect(await isRegular()).toBe(false);
  await createEvent(app, host, {
    invitee_ids: [viewer.id],
    start_time: hoursFromNow(app.clock, -1),
    end_time: hoursFromNow(app.clock, 0.1),
  });
  app.clock.advance(8 * 60_000);
  expect(await isRegular()).toBe(true);
  const first = await viewer.ok(eventRoutes.listHome, { query: { limit: 1 } });
  const second = await viewer.ok(eventRoutes.listHome, {
    query: { limit: 1, cursor: first.next_cursor ?? '' },
  });
  expect([first.is_regular, second.is_regular, second.next]).toEqual([true, false, null]);
});

test('HOME-24 the first steps are checked off by what exists, for all devices, until they are complete or dismissed', async () => {
  const [viewer, friend] = [await app.signUp(), await app.signUp()];
  const steps = async () => (await home(viewer)).first_steps;
  const record = (body: { link_shared?: true; done?: true }) =>
    viewer.ok(userRoutes.recordFirstSteps, { body });
  expect(await steps()).toEqual({ photo: false, link: false, event: false });
  await record({ link_shared: true });
  expect(await steps()).toEqual({ photo: false, link: true, event: false });
  await createEvent(app, viewer);
  const { path } = await viewer.ok(uploadRoutes.createUpload, { body: await png() });
  await viewer.ok(userRoutes.updateMe, { body: { image: path } });
  expect(await steps()).toEqual({ photo: true, link: true, event: true });
  await befriend(friend, await app.signUp());
  expect((await home(friend)).first_steps).toEqual({ photo: false, link: true, event: false });
  await record({ done: true });
  expect(await steps()).toBeNull();
  await viewer.ok(userRoutes.updateMe, { body: { image: null } });
  expect(await steps()).toBeNull();
});
