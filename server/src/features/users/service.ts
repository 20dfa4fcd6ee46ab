import { DAY_MS } from '@hereabouts/contract/durations';
import { onlyHides } from '@hereabouts/contract/schemas/users';
import type { ContactVisibility } from '@hereabouts/contract/users';
import { coolDownSince } from '#server/async/cool-down.ts';
import type { ChangedContact, NewPerson } from '#server/auth/hooks.ts';
import type { Subscriber } from '#server/domain-events.ts';
import { isoAgo, isoOf, nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { REVOCATION, type Queryable } from '#server/db/database.ts';
import { followTimeZone } from '#server/features/notification-settings/service.ts';
import { requireOwnImage } from '#server/features/uploads/service.ts';
import { accountNeeded, notFound } from '#server/http/errors.ts';
import { noteRevocations } from '#server/instance/removals.ts';
import { knownTimeZone } from '#server/lib/time-zone.ts';
import type { Viewer } from '#server/http/viewer.ts';
import * as repo from './repo.ts';

const SHARED_EVENTS_MAX = 100;

/** @throws HttpError `not_found` when the account has just been deleted */
export async function getMe(ctx: Context, viewer: Viewer): Promise<repo.AccountRow> {
  const account = await repo.findAccount(ctx.db, viewer.userId);
  if (account === undefined) throw notFound();
  return account;
}

/** Changes name, picture or privacy (PROF-03, PROF-07, CONT-12). @throws HttpError `invalid` for a picture that is not the
 * viewer's upload, `account_needed` for more than the name without an account */
export async function updateMe(
  ctx: Context,
  viewer: Viewer,
  changes: repo.AccountChanges,
): Promise<repo.AccountRow> {
  const { name, image, contact_visibility: visibility } = changes;
  if (viewer.isAnonymous && (image !== undefined || visibility !== undefined)) throw accountNeeded();
  const options = onlyHides(changes) ? REVOCATION : {};
  return await ctx.change(async (tx, after) => {
    if (name !== undefined) await ctx.auth.rename(tx, viewer.userId, name);
    if (visibility === 'everyone') await ctx.auth.holdSession(tx, viewer);
    if (changes.image) await requireOwnImage(tx, viewer, changes.image);
    const before = await repo.lockAccount(tx, viewer.userId);
    if (before === undefined) throw notFound();
    if (changesNothing(before, changes)) return before;
    const account = await repo.updateAccount(tx, viewer.userId, changes, nowIso(ctx));
    if (account === undefined) throw notFound();
    if (visibility !== undefined) {
      const kind = visibility === 'friends' ? 'contacthidden' : 'contactshown';
      await noteRevocations(ctx, tx, kind, { by: viewer.userId, of: [[viewer.userId]] });
    }
    after.publishToUser(viewer.userId, 'account_changed', {});
    return account;
  }, options);
}

const changesNothing = (
  before: repo.AccountRow,
  {
    name = before.name,
    contact_visibility = before.contact_visibility,
    image = before.image,
  }: repo.AccountChanges,
): boolean =>
  name === before.name && contact_visibility === before.contact_visibility && image === before.image;

/** First steps of which only the person's devices know (HOME-24). Idempotent. */
export async function recordFirstSteps(
  ctx: Context,
  viewer: Viewer,
  steps: { link_shared?: true | undefined; done?: true | undefined },
): Promise<void> {
  await ctx.change(async (tx, after) => {
    if (await repo.recordFirstSteps(tx, viewer.userId, steps, nowIso(ctx)))
      after.publishToUser(viewer.userId, 'account_changed', {});
  });
}

/** The viewer's own id answers as not connected. @throws HttpError `not_found` */
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

/** Without a list there is no way back to an event (GUEST-03). */
const UNLISTED_KEPT_MS = DAY_MS;
const LISTED_KEPT_MS = 30 * DAY_MS;

export type DueGuest = { id: string; isDue: (tx: Queryable) => Promise<boolean> };

const MARKED_PER_BATCH = 1_000;
const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000';

/** Notes which anonymous accounts are on no list, in batches with cool-downs between. */
export async function markUnlistedAnonymousAccounts({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<void> {
  let after: string | null = BEFORE_ALL_IDS;
  while (after !== null) {
    const startedMs = clock.now();
    after = await repo.markUnlisted(db, { after, limit: MARKED_PER_BATCH, now: isoOf(startedMs) });
    await coolDownSince(clock, startedMs);
  }
}

/** Anonymous accounts to be deleted by now, those noted longest ago first. */
export async function listDueAnonymousAccounts(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  limit: number,
): Promise<DueGuest[]> {
  const ago = (ms: number) => isoAgo({ clock }, ms);
  const since = { unlisted: ago(UNLISTED_KEPT_MS), ended: ago(LISTED_KEPT_MS) };
  const ids = await repo.listDue(db, since, limit);
  return ids.map((id) => ({ id, isDue: (tx) => repo.isDue(tx, id, since) }));
}

/** Called by auth, in its transaction. */
export function createAccount(
  tx: Queryable,
  account: NewPerson,
  now: string,
  defaultVisibility: ContactVisibility,
): Promise<void> {
  return repo.insertAccount(tx, { ...account, contact_visibility: defaultVisibility, created_at: now });
}

/** For auth: the account may have been a stranger's, so the setting shows no more than the default. One that shows less stays, as
 * it may be the owner's own. */
export async function narrowContactVisibility(
  tx: Queryable,
  userId: string,
  now: string,
  defaultVisibility: ContactVisibility,
): Promise<void> {
  if (defaultVisibility !== 'friends') return;
  await repo.updateAccount(tx, userId, { contact_visibility: defaultVisibility }, now);
}

/** For auth, in its transaction. With the first contact an anonymous account becomes an ordinary one. */
export function changeContact(tx: Queryable, { id, ...contact }: ChangedContact, now: string): Promise<void> {
  return repo.updateContact(tx, id, contact, now);
}

/** The time zone of the browser used last (DATA-04); an unknown name changes nothing. Never throws. */
export async function keepTimeZone(
  ctx: Pick<Context, 'db' | 'log' | 'clock' | 'change' | 'emit'>,
  { userId }: Viewer,
  timeZone: string,
): Promise<void> {
  const zone = knownTimeZone(timeZone);
  if (zone === null) return;
  try {
    const before = await repo.saveTimeZone(ctx.db, userId, zone);
    if (before !== undefined) await followTimeZone(ctx, userId, { from: before.time_zone, to: zone });
  } catch (error) {
    ctx.log.warn({ err: error }, 'could not keep the time zone of a browser');
  }
}
