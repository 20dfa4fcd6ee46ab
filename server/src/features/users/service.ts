import type { ContactVisibility } from '@hereabouts/contract/users';
import type { Subscriber } from '#server/announcements.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { requireOwnImage } from '#server/features/uploads/service.ts';
import { notFound } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import * as repo from './repo.ts';

const SHARED_EVENTS_MAX = 100;

/** The viewer's account. @throws HttpError `not_found` when it has just been deleted */
export async function getMe(ctx: Context, viewer: Viewer): Promise<repo.AccountRow> {
  const account = await repo.findAccount(ctx.db, viewer.userId);
  if (account === undefined) throw notFound();
  return account;
}

/** Changes the viewer's name, picture or privacy (PROF-03, PROF-07, CONT-12). @throws HttpError `invalid` for
 * a picture that is not the viewer's upload */
export async function updateMe(
  ctx: Context,
  viewer: Viewer,
  changes: repo.AccountChanges,
): Promise<repo.AccountRow> {
  return await ctx.change(async (tx, after) => {
    if (changes.image) await requireOwnImage(tx, viewer, changes.image);
    const account = await repo.updateAccount(tx, viewer.userId, changes, nowIso(ctx));
    if (account === undefined) throw notFound();
    after.publishToUser(viewer.userId, 'account_changed', {});
    return account;
  });
}

/** A profile as the viewer sees it; their own id answers as not connected. @throws HttpError `not_found` */
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

/** Profiles show an initial instead. */
export const takeImageFromPeople: Subscriber<'picture_removed'> = async (tx, after, { path, now }) => {
  for (const userId of await repo.clearImage(tx, path, now)) {
    after.publishToUser(userId, 'account_changed', {});
  }
};

/** For auth: in the transaction that creates the account. */
export function createAccount(
  tx: Queryable,
  account: { id: string; name: string; email: string | null; phone: string | null },
  now: string,
  defaultVisibility: ContactVisibility,
): Promise<void> {
  return repo.insertAccount(tx, { ...account, contact_visibility: defaultVisibility, created_at: now });
}

/** For auth: applies a confirmed address or number, in its transaction. */
export function changeContact(
  tx: Queryable,
  { id, ...contact }: { id: string; email?: string | null; phone?: string | null },
  now: string,
): Promise<void> {
  return repo.updateContact(tx, id, contact, now);
}
