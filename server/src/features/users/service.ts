import { EVENT_MESSAGES } from '@hereabouts/contract/event-problems';
import { SHARED_EVENTS_MAX } from '@hereabouts/contract/limits';
import { userTopic } from '@hereabouts/contract/realtime';
import type { UserMessages } from '@hereabouts/contract/realtime-messages';
import type { ContactVisibility } from '@hereabouts/contract/users';
import { nowIso, type Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { HttpError, notFound } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import * as repo from './repo.ts';

/** Tells one person's open pages, on every device, that something of theirs has changed. Call it after the commit. */
export function tellUser<E extends keyof UserMessages>(
  { realtime }: Pick<Context, 'realtime'>,
  userId: string,
  event: E,
  payload: UserMessages[E],
): void {
  realtime.publish(userTopic(userId), event, payload);
}

/** The viewer's own account. @throws HttpError `not_found` when it has just been deleted */
export async function getMe(ctx: Context, viewer: Viewer): Promise<repo.AccountRow> {
  const account = await repo.findAccount(ctx.db, viewer.userId);
  if (account === undefined) throw notFound();
  return account;
}

/**
 * Changes the viewer's own name, picture or privacy (PROF-03, PROF-07, CONT-12).
 * @throws HttpError `invalid` when the picture is not an upload of the viewer's own
 */
export async function updateMe(
  ctx: Context,
  viewer: Viewer,
  changes: repo.AccountChanges,
): Promise<repo.AccountRow> {
  const account = await ctx.db.transaction(async (tx) => {
    if (changes.image) await requireOwnImage(tx, viewer, changes.image);
    return await repo.updateAccount(tx, viewer.userId, changes, nowIso(ctx));
  });
  if (account === undefined) throw notFound();
  tellUser(ctx, viewer.userId, 'account_changed', {});
  return account;
}

/**
 * A person as the viewer may see them; one's own id answers as somebody not connected (the web leads to /profile).
 * @throws HttpError `not_found`
 */
export async function getUser(ctx: Context, viewer: Viewer, userId: string): Promise<repo.ProfileRow> {
  const profile = await repo.findProfile(ctx.db, {
    userId,
    viewerId: viewer.userId,
    now: nowIso(ctx),
    eventLimit: SHARED_EVENTS_MAX,
  });
  if (profile === undefined) throw notFound();
  return profile;
}

/**
 * Nobody shows a picture that somebody else has uploaded. Holds the upload until the transaction ends.
 * @throws HttpError `invalid`
 */
export async function requireOwnImage(tx: Queryable, viewer: Viewer, image: string): Promise<void> {
  if (await repo.lockOwnUpload(tx, image, viewer.userId)) return;
  throw new HttpError('invalid', EVENT_MESSAGES.notYourImage, { image: EVENT_MESSAGES.notYourImage });
}

/** For the auth service: makes the person in the transaction that makes their account. */
export function createAccount(
  tx: Queryable,
  account: { id: string; name: string; email: string | null; phone: string | null },
  now: string,
  defaultVisibility: ContactVisibility,
): Promise<void> {
  return repo.insertAccount(tx, { ...account, contact_visibility: defaultVisibility, created_at: now });
}

/** For the auth service: carries a confirmed change of address or number over, in its transaction. */
export function changeContact(
  tx: Queryable,
  { id, ...contact }: { id: string; email?: string | null; phone?: string | null },
  now: string,
): Promise<void> {
  return repo.updateContact(tx, id, contact, now);
}
