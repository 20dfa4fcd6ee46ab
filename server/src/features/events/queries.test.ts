import { randomUUID } from 'node:crypto';
import type { Context } from '@hereabouts/server/context';
import type { Database, Queryable } from '@hereabouts/server/db/database';
import { createSending, sendMessage } from '@hereabouts/server/features/chat/send-service';
import { joinChat, markChatRead, openChat } from '@hereabouts/server/features/chat/service';
import { listContacts } from '@hereabouts/server/features/friendships/service';
import { inviteFriends, listInvitable } from '@hereabouts/server/features/invites/invite-service';
import { respondToInvite } from '@hereabouts/server/features/invites/service';
import { listNotifications } from '@hereabouts/server/features/notifications/list-service';
import { getUser } from '@hereabouts/server/features/users/service';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, createEvent, eventInput } from '@hereabouts/testing/builders';
import { withDatabase } from '@hereabouts/testing/effects';
import { viewerOf } from '@hereabouts/testing/viewer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listHome } from './home-service.ts';
import { cancelEvent, getEvent } from './service.ts';
import { updateEvent } from './update-service.ts';

let app: TestApp;
let host: TestPerson;
let friend: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  [host, friend] = [await app.signUp(), await app.signUp()];
  await befriend(host, friend);
});
afterAll(() => app.stop());

/** The statements that `work` sends to the real database, whether it succeeds or not. */
async function statementsOf(work: (ctx: Context) => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const watch = <Q extends Queryable>(queryable: Q): Q => ({
    ...queryable,
    query: (statement, params) => {
      sent.push(typeof statement === 'string' ? statement : statement.sql);
      return queryable.query(statement, params);
    },
    queryPlannedAnew: (statement, params) => {
      sent.push(statement);
      return queryable.queryPlannedAnew(statement, params);
    },
  });
  const db: Database = {
    ...watch(app.context.db),
    transaction: (inner, options) => app.context.db.transaction((tx) => inner(watch(tx)), options),
  };
  await work(withDatabase(app.context, db)).catch(() => {});
  return sent;
}

test('HOME-08 EVD-08 CONT-02 USER-08 NOTE-01 home, event, contacts, profile and notifications take one query each', async () => {
  const eventId = await createEvent(app, host, { invitee_ids: [friend.id] });
  const me = viewerOf(host);
  const pages: ((ctx: Context) => Promise<unknown>)[] = [
    (ctx) => listHome(ctx, me, {}),
    (ctx) => getEvent(ctx, me, eventId),
    (ctx) => listContacts(ctx, me, { tab: 'friends', from: '' }),
    (ctx) => listContacts(ctx, me, { tab: 'discover', search: 'anna', from: '' }),
    (ctx) => getUser(ctx, me, friend.id),
    (ctx) => listInvitable(ctx, me, eventId, {}),
    (ctx) => listNotifications(ctx, me, {}),
  ];
  for (const page of pages) expect(await statementsOf(page)).toHaveLength(1);
});

test('PERM-05 a hidden event costs an outsider the very statements of a missing one', async () => {
  const stranger = viewerOf(await app.signUp());
  const hidden = await createEvent(app, host, { is_private: true });
  const form = { ...eventInput(app.clock), keep_answers: true };
  const message = {
    id: randomUUID(),
    message: 'Hello',
    now: new Date(app.clock.now()).toISOString(),
    ip: '::1',
  };
  const asks: ((ctx: Context, eventId: number) => Promise<unknown>)[] = [
    (ctx, eventId) => getEvent(ctx, stranger, eventId),
    (ctx, eventId) => updateEvent(ctx, stranger, eventId, form),
    (ctx, eventId) => cancelEvent(ctx, stranger, eventId),
    (ctx, eventId) => listInvitable(ctx, stranger, eventId, {}),
    (ctx, eventId) => inviteFriends(ctx, stranger, eventId, [friend.id]),
    (ctx, eventId) => respondToInvite(ctx, stranger, eventId, { status: 'accepted' }),
    (ctx, eventId) => openChat(ctx, stranger, eventId, {}),
    (ctx, eventId) => joinChat(ctx, stranger, eventId, 7),
    (ctx, eventId) => markChatRead(ctx, stranger, eventId, { seq: 7, shownSeq: 7 }),
    (ctx, eventId) => sendMessage(ctx, createSending(ctx), stranger, eventId, message),
  ];
  for (const ask of asks) {
    const forMissing = await statementsOf((ctx) => ask(ctx, 999_999));
    expect(forMissing.length).toBeGreaterThan(0);
    expect(await statementsOf((ctx) => ask(ctx, hidden))).toEqual(forMissing);
  }
});
