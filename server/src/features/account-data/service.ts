import { ACCOUNT_DATA_MESSAGES } from '@hereabouts/contract/account-data';
import { ERROR_MESSAGES } from '@hereabouts/contract/errors';
import { chatTopic, eventTopic, liveTopic } from '@hereabouts/contract/realtime';
import type { Deletion, OwnerProof } from '#server/auth/deletion.ts';
import { nowIso, type Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { tellEvent, tellListsOf } from '#server/features/events/service.ts';
import { tellNotified } from '#server/features/notifications/service.ts';
import { removeUploads } from '#server/features/uploads/service.ts';
import { tellUser } from '#server/features/users/service.ts';
import { HttpError, notFound, rateLimited } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import * as repo from './repo.ts';

/** Items that are read, and held in memory, at once. */
const PIECE_ITEMS = 500;

/**
 * Everything that is stored about the viewer, as the text of one JSON document, read and handed out in pieces: what it
 * takes does not grow with what there is (SAFE-03). No secret that opens the account is in it. Changes made meanwhile may
 * or may not show.
 * @throws HttpError `not_found` when the account has just been deleted
 */
export async function readOwnData(ctx: Context, viewer: Viewer): Promise<AsyncIterable<string>> {
  const account = await repo.readAccount(ctx.db, viewer.userId);
  if (account === undefined) throw notFound();
  return writeData(ctx, viewer.userId, account);
}

async function* writeData(ctx: Context, userId: string, account: string): AsyncGenerator<string> {
  yield `{"format":"hereabouts-data","version":1,"created_at":${JSON.stringify(nowIso(ctx))},\n"account":${account}`;
  for (const section of repo.SECTIONS) {
    yield `,\n${JSON.stringify(section.name)}:[`;
    let after: readonly unknown[] | null = null;
    do {
      const pieces: Awaited<ReturnType<typeof repo.readSection>> = await repo.readSection(ctx.db, section, {
        userId,
        after,
        limit: PIECE_ITEMS,
      });
      if (pieces.length > 0) {
        yield (after === null ? '\n' : ',\n') + pieces.map(({ item }) => item).join(',\n');
      }
      after = pieces.length < PIECE_ITEMS ? null : (pieces.at(-1)?.place ?? null);
    } while (after !== null);
    yield ']';
  }
  yield '}\n';
}

/** Messages that lose their sender, or go, in one statement. */
const PART_MESSAGES = 1_000;

type Left = repo.Traces & { guests: { event_id: number; user_id: string }[] };

/**
 * Deletes the viewer's own account for good (SAFE-03); what goes and what stays without a name is in docs/privacy.md.
 * @throws HttpError `forbidden` for a wrong password, or where there is none and the session is not fresh;
 * `rate_limited` after too many attempts; `unavailable` while too many passwords are being checked
 */
export async function deleteOwnAccount(
  ctx: Context,
  viewer: Viewer,
  proof: { password: string; ip: string },
): Promise<void> {
  const { userId, sessionId } = viewer;
  await finish(ctx, userId, await erase(ctx, userId, { sessionId, ...proof }));
}

/** For the operator. @throws HttpError `not_found` without such an account */
export async function deletePerson(ctx: Context, userId: string): Promise<void> {
  await finish(ctx, userId, await erase(ctx, userId));
}

async function erase(ctx: Context, userId: string, proof?: OwnerProof): Promise<Deletion<Left>> {
  const chatEventIds = new Set<number>();
  const work = {
    async before() {
      for (const eventId of await repo.listChatEventIds(ctx.db, userId)) chatEventIds.add(eventId);
      await eraseMessages(ctx, userId);
    },
    async within(tx: Queryable) {
      const left = await eraseWithin(tx, userId);
      return { ...left, chat_event_ids: [...chatEventIds.union(new Set(left.chat_event_ids))] };
    },
  };
  return await ctx.auth.deleteAccount(userId, work, proof);
}

/**
 * Messages can be many: a hundred thousand would hold the one connection of an embedded database for seconds. What is
 * written meanwhile goes with the account.
 */
async function eraseMessages(ctx: Context, userId: string): Promise<void> {
  for (const erasePart of [repo.anonymiseMessages, repo.deleteOwnChatMessages]) {
    while ((await erasePart(ctx.db, userId, PART_MESSAGES)) === PART_MESSAGES);
  }
}

async function eraseWithin(tx: Queryable, userId: string): Promise<Left> {
  await repo.holdPerson(tx, userId);
  const left = { ...(await repo.findTraces(tx, userId)), guests: await repo.listOwnGuests(tx, userId) };
  await repo.deletePerson(tx, userId);
  return left;
}

async function finish(ctx: Context, userId: string, deletion: Deletion<Left>): Promise<void> {
  switch (deletion.state) {
    case 'deleted':
      tellOfDeletion(ctx, userId, deletion.result);
      await tellNotified(ctx, deletion.result.notified_ids);
      await removeUploads(ctx, deletion.result.upload_paths);
      return;
    case 'gone':
      throw notFound();
    case 'wrong_password':
      throw new HttpError('forbidden', ACCOUNT_DATA_MESSAGES.passwordWrong, {
        password: ACCOUNT_DATA_MESSAGES.passwordWrong,
      });
    case 'sign_in_again':
      throw new HttpError('forbidden', ACCOUNT_DATA_MESSAGES.signInAgain);
    case 'too_many_attempts':
      throw rateLimited(deletion.waitMs);
    case 'busy':
      throw new HttpError('unavailable', ERROR_MESSAGES.unavailable);
  }
}

/** Their own sockets end; everybody else's pages read again what the person was part of. */
function tellOfDeletion(ctx: Context, userId: string, left: Left): void {
  const { realtime } = ctx;
  realtime.endUser(userId);
  for (const eventId of left.own_event_ids) {
    for (const topic of [eventTopic(eventId), chatTopic(eventId), liveTopic(eventId)])
      realtime.recheck(topic);
  }
  for (const { event_id: eventId, user_id: guestId } of left.guests) tellListsOf(ctx, [guestId], eventId);
  for (const eventId of left.guest_event_ids) {
    tellEvent(ctx, eventId, 'event_changed', { event_id: eventId });
    // Friends at the live map see one person less, and are told so.
    ctx.live.stopped(eventId, [userId]);
  }
  for (const eventId of left.chat_event_ids) realtime.publish(chatTopic(eventId), 'chat_changed', {});
  for (const contactId of left.contact_ids)
    tellUser(ctx, contactId, 'friendship_changed', { user_id: userId });
}
