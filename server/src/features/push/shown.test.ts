import { MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { pushRoutes } from '@hereabouts/contract/push';
import type { TestApp } from '@hereabouts/testing/app';
import { createEvent } from '@hereabouts/testing/builders';
import { arrangePushScene, startPushApp } from '@hereabouts/testing/push-app';
import type { TestPushService } from '@hereabouts/testing/push-service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isoOf } from '#server/clock.ts';

let service: TestPushService;
let app: TestApp;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ app, service, stop } = await startPushApp());
});
afterAll(() => stop());

/** About copies of an event: the first a minute old, the second two. */
const INSERT_SQL = `
  with copies as (
    insert into events overriding system value
    select (jsonb_populate_record(e, jsonb_build_object('id', 1000000 + n, 'creation_key', null))).*
    from events e, generate_series(1, 80) n where e.id = $1 returning id)
  insert into notifications (user_id, kind, event_id, actor_id, created_at)
  select $2, 'invited', id, $3, $4::timestamptz - (id - 1000000) * interval '1 minute' from copies order by id desc`;

test('PUSH-05 a push names the sixty newest unread news, and says up to when that was so and how old the others are', async () => {
  const { host, anna, phone } = await arrangePushScene({ app, service });
  const nowMs = app.clock.now();
  const eventId = await createEvent(app, host);
  await app.context.db.query('delete from notifications');
  await app.context.db.query(INSERT_SQL, [eventId, anna.id, host.id, isoOf(nowMs)]);
  await createEvent(app, host, { invitee_ids: [anna.id] });
  await app.context.jobs.idle();
  const told = { keep: expect.any(Array), keep_until: isoOf(nowMs - 59 * MINUTE_MS) };
  expect(phone.received[0]?.message).toMatchObject({ ...told, as_of: isoOf(nowMs - 10 * SECOND_MS) });
  expect(phone.received[0]?.message.keep).toHaveLength(60);
  expect(await anna.ok(pushRoutes.listShownNews)).toEqual({ ...told, read_chats: [] });
});
