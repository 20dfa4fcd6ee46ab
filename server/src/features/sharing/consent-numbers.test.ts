import { LIVE_TICK_MS } from '@hereabouts/contract/live';
import { SHARING_EVENTS_MAX, SHARING_TEXTS, sharingRoutes } from '@hereabouts/contract/sharing';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { createEvent } from '@hereabouts/testing/builders';
import { pass } from '@hereabouts/testing/live';
import { arrangeScene, running } from '@hereabouts/testing/live-scene';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SWEEP_EVERY_MS } from './ending-service.ts';
import { SWEPT_PER_BATCH } from './policy.ts';
import { dropNextLapsed } from './service.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const start = (person: TestPerson, eventId: number) =>
  person.call(sharingRoutes.startSharing, { params: { eventId } });
const countConsents = async (where: string, params: unknown[]) =>
  (await app.context.db.query(`select from live_sharing where ${where}`, params)).length;

/** Consents of a session that has ended, at as many running events of a person. */
async function addLapsed(person: TestPerson, count: number): Promise<void> {
  await app.context.db.query(
    `with made as (
       insert into events (title, location_name, location_latitude, location_longitude, start_time, end_time, created_by,
         created_at, updated_at)
       select 'Ramble', 'Rozel', 49.2, -2.1, $2::timestamptz - interval '1 hour', $2::timestamptz + interval '1 day', $1, $2, $2
       from generate_series(1, $3::int) returning id)
     insert into live_sharing (event_id, user_id, session_id, started_at, ends_at)
     select id, $1, gen_random_uuid(), $2, $2::timestamptz + interval '1 day' from made`,
    [person.id, new Date(app.clock.now()).toISOString(), count],
  );
}

test('a person shares at a limited number of events; lapsed consents do not count', async () => {
  const person = await app.signUp();
  await addLapsed(person, SHARING_EVENTS_MAX);
  const eventIds: number[] = [];
  for (let n = 0; n <= SHARING_EVENTS_MAX + 2; n += 1) {
    eventIds.push(await createEvent(app, person, running(app)));
  }
  const [first = 0, ...others] = eventIds;
  const answers: number[] = [];
  for (const eventId of [first, ...others.slice(0, SHARING_EVENTS_MAX - 3)]) {
    answers.push((await start(person, eventId)).status);
  }
  expect(new Set(answers)).toEqual(new Set([200]));
  // There are two more, whatever comes at once.
  const lastIds = others.slice(SHARING_EVENTS_MAX - 3);
  const last = await Promise.all(lastIds.map((eventId) => start(person, eventId)));
  expect(last.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 200, 409, 409, 409,
  ]);
  const refused = last.findIndex(({ status }) => status === 409);
  expect(last[refused]?.body.error).toMatchObject({ code: 'conflict', message: SHARING_TEXTS.tooMany });
  // The same event again is no further one.
  expect((await start(person, first)).status).toBe(200);
  await person.ok(sharingRoutes.stopSharing, { params: { eventId: first } });
  expect((await start(person, lastIds[refused] ?? 0)).status).toBe(200);
  expect((await person.ok(sharingRoutes.listSharing)).sharing).toHaveLength(SHARING_EVENTS_MAX);
});

test('consents that have lapsed are looked for in batches', async () => {
  const person = await app.signUp();
  await app.context.db.query('delete from live_sharing');
  await addLapsed(person, SWEPT_PER_BATCH + 7);
  const left = () => countConsents('user_id = $1', [person.id]);
  const eventId = await createEvent(app, person, running(app));
  expect((await start(person, eventId)).status).toBe(200);
  const after = await dropNextLapsed(app.context, null);
  expect(await left()).toBe(7 + 1);
  expect(await dropNextLapsed(app.context, after)).toBeNull();
  expect(await left()).toBe(1);
});

test('the end of an event deletes the consents there, and looks at no others', async () => {
  const scene = await arrangeScene(app);
  const stranger = await app.signUp();
  const ofStranger = () => countConsents('user_id = $1', [stranger.id]);
  // A sweep has ended, so that the next one is far.
  await addLapsed(stranger, 1);
  app.clock.advance(SWEEP_EVERY_MS);
  await expect.poll(ofStranger).toBe(0);
  await scene.share(scene.host);
  const end = new Date(app.clock.now() + 2 * LIVE_TICK_MS).toISOString();
  await app.context.db.query('update events set end_time = $2 where id = $1', [scene.eventId, end]);
  await addLapsed(stranger, 3);
  const onlooker = await scene.look(scene.host);
  await pass(app, 3 * LIVE_TICK_MS, onlooker);
  await expect.poll(() => countConsents('event_id = $1', [scene.eventId])).toBe(0);
  expect(await ofStranger()).toBe(3);
  scene.close();
});
