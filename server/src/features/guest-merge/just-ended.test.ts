import { eventLinkRoutes } from '@hereabouts/contract/event-links';
import type { Context } from '@hereabouts/server/context';
import { startTestApp, type TestApp, type TestGuest, type TestPerson } from '@hereabouts/testing/app';
import { createEvent, say } from '@hereabouts/testing/builders';
import { viewerOf } from '@hereabouts/testing/viewer';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mergeGuest } from './service.ts';

/** What a stolen session brings along is brought along only while it lives. */

let app: TestApp;
let guest: TestGuest;
let account: TestPerson;
let eventId: number;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  const host = await app.signUp();
  [guest, account] = [await app.comeAsGuest(), await app.signUp()];
  const params = { eventId: await createEvent(app, host) };
  const { token } = await host.ok(eventLinkRoutes.createEventLink, { params });
  await guest.ok(eventLinkRoutes.joinByLink, { params: { token }, body: { status: 'accepted' } });
  eventId = params.eventId;
});
afterAll(() => app.stop());

/** As by another process, which this one has not heard of: it believes in the session for 2 s. */
const endElsewhere = () =>
  app.context.db.query(
    "update auth.sessions set ended_at = now(), end_reason = 'signed_out' where user_id = $1",
    [account.id],
  );
const merge = (context: Context) =>
  mergeGuest(context, viewerOf(account), guest.token, { headers: {}, ip: '127.0.0.1' });
const endedAfterFirstBatch = (): Context => ({
  ...app.context,
  async change(work, options) {
    const result = await app.context.change(work, options);
    await endElsewhere();
    return result;
  },
});
const count = async (sql: string, params: readonly unknown[]) =>
  (await app.context.db.query(sql, params)).length;
const isOnList = ({ id }: { id: string }) =>
  count('select from event_invites where event_id = $1 and user_id = $2', [eventId, id]);

test('GUEST-04 a session that has ended elsewhere brings no answer along', async () => {
  await endElsewhere();
  await expect(merge(app.context)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect([await isOnList(guest), await isOnList(account)]).toEqual([1, 0]);
});

test('GUEST-04 messages that are left when the session ends stay the guest’s', async () => {
  await say(guest, eventId);
  await app.context.db.query(
    `with room as (update chat_room set last_seq = 1200 where event_id = $1 returning id)
     insert into chat_message (id, chat_room_id, seq, user_id, message, created_at)
     select gen_random_uuid(), room.id, n, $2, 'Hello', now() from room, generate_series(2, 1200) n`,
    [eventId, guest.id],
  );
  await expect(merge(endedAfterFirstBatch())).rejects.toMatchObject({ code: 'unauthenticated' });
  const messagesOf = ({ id }: { id: string }) => count('select from chat_message where user_id = $1', [id]);
  expect([await messagesOf(guest), await messagesOf(account)]).toEqual([700, 500]);
});

test('GUEST-04 SAFE-01 no further blocks of the guest become the account’s when its session ends', async () => {
  await app.context.db.query(
    `with people as (
       insert into users (id, name, created_at, updated_at)
       select gen_random_uuid(), 'Extra', now(), now() from generate_series(1, 30) returning id)
     insert into blocks (user_id, other_id, is_blocker, created_at)
     select $1::uuid, id, true, now() from people union all select id, $1::uuid, false, now() from people`,
    [guest.id],
  );
  await expect(merge(endedAfterFirstBatch())).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await count('select from blocks where user_id = $1', [account.id])).toBe(1);
});
