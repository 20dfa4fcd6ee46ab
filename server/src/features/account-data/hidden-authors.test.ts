import { accountDataRoutes } from '@hereabouts/contract/account-data';
import { meetingPointRoutes } from '@hereabouts/contract/meeting-points';
import { startTestApp, TEST_PASSWORD, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { answer, befriend, block, createEvent, hoursFromNow, say } from '@hereabouts/testing/builders';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteOwnEvent } from '#server/features/events/removal-service.ts';
import { sweepHiddenAuthors } from './hidden-authors-service.ts';

let app: TestApp;
let host: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  [host, ben] = [await app.signUp(), await app.signUp()];
  await befriend(host, ben);
});
afterAll(() => app.stop());

/** In an event of the host's, where Ann does something, Ben blocks her, and she deletes her account. */
async function hide(act: (ann: TestPerson, eventId: number) => Promise<unknown>): Promise<number> {
  const ann = await app.signUp();
  await befriend(host, ann);
  const times = { start_time: hoursFromNow(app.clock, -1), end_time: hoursFromNow(app.clock, 2) };
  const eventId = await createEvent(app, host, { ...times, invitee_ids: [ann.id, ben.id] });
  await act(ann, eventId);
  await block(ben, ann);
  await ann.ok(accountDataRoutes.deleteAccount, { body: { password: TEST_PASSWORD } });
  await app.context.jobs.idle();
  return eventId;
}
const hiddenFromBen = async () =>
  (await app.context.db.query('select from chat_hidden_authors where user_id = $1', [ben.id])).length;

test('SAFE-01 SAFE-03 that a deleted author is hidden is forgotten once nothing of theirs is left', async () => {
  const eventIds = [await hide(say), await hide(say)];
  await sweepHiddenAuthors(app.context, { perBatch: 1 });
  expect(await hiddenFromBen()).toBe(2);
  for (const left of [1, 0]) {
    await deleteOwnEvent(app.context, eventIds[left] ?? 0);
    await sweepHiddenAuthors(app.context, { perBatch: 1 });
    expect(await hiddenFromBen()).toBe(left);
  }
});

test('SAFE-01 LIVE-09 who set a meeting point is hidden until it is gone', async () => {
  const eventId = await hide(async (ann, id) => {
    await answer(ann, id, 'accepted');
    await ann.ok(meetingPointRoutes.setMeetingPoint, {
      params: { eventId: id },
      body: { name: 'By the bar', latitude: 49.19, longitude: -2.11, meet_at: null },
    });
  });
  await sweepHiddenAuthors(app.context);
  // The point, and its line in the chat.
  expect(await hiddenFromBen()).toBe(2);
  await host.ok(meetingPointRoutes.removeMeetingPoint, { params: { eventId } });
  await sweepHiddenAuthors(app.context);
  expect(await hiddenFromBen()).toBe(1);
  await deleteOwnEvent(app.context, eventId);
  await sweepHiddenAuthors(app.context);
  expect(await hiddenFromBen()).toBe(0);
});

test('SAFE-01 SAFE-03 nothing is forgotten while an account is being deleted, as more of it may follow', async () => {
  const { db } = app.context;
  const leaving = await app.signUp();
  await db.query('insert into chat_hidden_authors (author_key, user_id) values (gen_random_uuid(), $1)', [
    ben.id,
  ]);
  await db.query('insert into account_deletions (user_id, begun_at) values ($1, now())', [leaving.id]);
  await sweepHiddenAuthors(app.context);
  expect(await hiddenFromBen()).toBe(1);
  await db.query('delete from account_deletions');
  await sweepHiddenAuthors(app.context);
  expect(await hiddenFromBen()).toBe(0);
});
