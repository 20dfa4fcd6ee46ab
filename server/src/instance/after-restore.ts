import { MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { isoAgo, isoOf, nowIso, type Clock } from '#server/clock.ts';
import type { Connection } from '#server/db/connection.ts';
import type { Queryable } from '#server/db/database.ts';
import { MIGRATIONS_FOLDER, migrateNew, readMigrations } from '#server/db/migrate.ts';
import { queryableOn } from '#server/db/queryable.ts';
import { deleteSuspension } from '#server/auth/accounts/suspension-repo.ts';
import { anonymiseAll } from '#server/features/account-data/repo.ts';
import * as events from '#server/features/events/repo.ts';
import * as notifications from '#server/features/notifications/event-start-repo.ts';
import { START_IS_NEWS_FOR_MS } from '#server/features/notifications/event-start-service.ts';
import { skipReminders } from '#server/features/reminders/service.ts';
import * as users from '#server/features/users/repo.ts';
import { beginEpoch } from './epoch.ts';
import { readRemovals } from './removal-notes.ts';
import { KEEP_REMOVALS, type Removal, type RemovalKind } from './removals.ts';
import { isAny, REVOKE } from './revoke-again.ts';

export type AfterRestore = {
  /** Known removals of the last 90 days. */
  removals: number;
  removedAgain: Record<RemovalKind, number>;
  revoked: { name: string; rows: number }[];
};

const KEEPS_REMOVALS_SQL = `kind in ('${KEEP_REMOVALS.join("', '")}')`;
const WAITING_SQL = `
  select coalesce(payload -> 'notes', jsonb_build_array(payload -> 'note')) as notes from jobs where ${KEEPS_REMOVALS_SQL}`;

/** Deletes what had been deleted since the backup, and revokes what people hold (OPS-11). Before the database is served. */
export async function applyAfterRestore(
  on: Connection,
  notes: readonly string[],
  { clock }: { clock: Clock },
): Promise<AfterRestore> {
  const migrations = await readMigrations(MIGRATIONS_FOLDER);
  await migrateNew(on, migrations, clock);
  await on.script('begin');
  try {
    const tx = queryableOn((send) => send(on));
    const waiting = await tx.query<{ notes: string[] }>(WAITING_SQL);
    const removals = readRemovals([...notes, ...waiting.flatMap((job) => job.notes)], clock.now());
    const removedAgain = await removeAgain(tx, removals);
    const revoked = await revoke(tx);
    await remindNobody(tx, clock);
    await skipNumbers(tx, clock);
    await beginEpoch(tx);
    await on.script('commit');
    return { removals: removals.length, removedAgain, revoked };
  } catch (error) {
    if (!on.lost) await on.script('rollback');
    throw error;
  }
}

async function removeAgain(
  tx: Queryable,
  removals: readonly Removal[],
): Promise<AfterRestore['removedAgain']> {
  const removed = Object.fromEntries(Object.keys(REMOVE).map((kind) => [kind, 0])) as Record<
    RemovalKind,
    number
  >;
  for (const removal of lastOnly(removals)) {
    if (await REMOVE[removal.kind](tx, removal)) removed[removal.kind] += 1;
  }
  return removed;
}

/** The last of a note and its opposite counts. */
const OPPOSITES: Partial<Record<RemovalKind, RemovalKind>> = {
  reinstated: 'suspended',
  unblocked: 'blocked',
  appointed: 'cohost',
  public: 'private',
  contactshown: 'contacthidden',
};

function lastOnly(removals: readonly Removal[]): Removal[] {
  const last = new Map<string, Removal>();
  for (const removal of removals) {
    const key = `${OPPOSITES[removal.kind] ?? removal.kind} ${removal.id}`;
    last.delete(key);
    last.set(key, removal);
  }
  return [...last.values()];
}

/** For the time see `DELETE_INVITE_SQL` in `revoke-again.ts`. */
const REMOVE_EVENT_SQL = 'delete from events where id = $1 and created_at < $2 returning id';
const SUSPEND_SQL = `
  insert into auth.suspensions (user_id, since) select id, $2 from auth.users where id = $1
  on conflict (user_id) do nothing returning user_id`;

const REMOVE: Record<RemovalKind, (tx: Queryable, removal: Removal) => Promise<boolean>> = {
  async user(tx, { id, atMs }) {
    const pictures = await tx.query<{ path: string }>(
      'delete from uploads where owner_id = $1 returning path',
      [id],
    );
    for (const { path } of pictures) await events.clearImage(tx, { path, now: isoOf(atMs), limit: null });
    await anonymiseAll(tx, id);
    const account = await isAny(tx.query('delete from auth.users where id = $1 returning id', [id]));
    return (await isAny(tx.query('delete from users where id = $1 returning id', [id]))) || account;
  },
  event: (tx, { id, atMs }) => isAny(tx.query(REMOVE_EVENT_SQL, [Number(id), isoOf(atMs)])),
  async picture(tx, { id, atMs }) {
    const at = isoOf(atMs);
    await users.clearImage(tx, id, at);
    await events.clearImage(tx, { path: id, now: at, limit: null });
    return await isAny(tx.query('delete from uploads where path = $1 returning path', [id]));
  },
  suspended: (tx, { id, atMs }) => isAny(tx.query(SUSPEND_SQL, [id, isoOf(atMs)])),
  reinstated: (tx, { id }) => deleteSuspension(tx, id),
  session: (tx, { id }) => isAny(tx.query('delete from auth.sessions where id = $1 returning id', [id])),
  ...REVOKE,
};

/** What lets somebody in, or is about to be sent. */
const REVOKED = [
  // Some were turned off meanwhile. Where they are still on, the browser subscribes again.
  { name: 'push subscriptions', sql: 'delete from push_subscriptions returning 1' },
  {
    name: 'sessions',
    // An anonymous account could not sign in again. The removals include its sessions that were ended later.
    sql: `delete from auth.sessions s using auth.users u where u.id = s.user_id and not u.is_anonymous returning 1`,
  },
  { name: 'links and codes sent', sql: 'delete from auth.one_time_tokens returning 1' },
  { name: 'second steps begun', sql: 'delete from auth.factor_challenges returning 1' },
  { name: 'invitation codes', sql: 'delete from auth.invitation_codes returning 1' },
  { name: 'friend links', sql: 'delete from friend_links returning 1' },
  { name: 'invitation links of events', sql: 'delete from event_links returning 1' },
  { name: 'addresses of calendars', sql: 'delete from calendar_feeds returning 1' },
  { name: 'consents to share', sql: 'delete from live_sharing returning 1' },
  {
    name: 'mails and other work waiting',
    sql: `delete from jobs where not (${KEEPS_REMOVALS_SQL} or kind in ('removed_picture', 'removed_event', 'fill_places', 'delete_account')) returning 1`,
  },
  // The mail of later news would tell them all the same.
  { name: 'news waiting for a mail', sql: 'delete from news_to_mail returning 1' },
];

async function revoke(tx: Queryable): Promise<AfterRestore['revoked']> {
  const revoked: AfterRestore['revoked'] = [];
  for (const { name, sql } of REVOKED) {
    const [row] = await tx.query<{ rows: number }>(
      `with gone as (${sql}) select count(*)::int as rows from gone`,
    );
    revoked.push({ name, rows: row?.rows ?? 0 });
  }
  return revoked;
}

async function remindNobody(tx: Queryable, clock: Clock): Promise<void> {
  const now = nowIso({ clock });
  const since = isoAgo({ clock }, START_IS_NEWS_FOR_MS);
  const eventIds = await notifications.listStarted(tx, { since, done: [], now, limit: null });
  await notifications.insertLiveNotifications(tx, { eventIds, now, limit: null });
  await skipReminders(tx, now);
  await tx.query(
    `update notifications set read_at = $1 where kind = 'event_live' and read_at is null and created_at = $1`,
    [now],
  );
}

const NUMBERS_SINCE_MS = Date.UTC(2020, 0, 1);
/** New numbers start at least at the `everyMs` since that date: higher than any given out, as long as an instance averages less than
 * one in that time. */
const NUMBERED = [
  { table: 'events', everyMs: SECOND_MS, skippedMin: 1_000_000 },
  { table: 'reports', everyMs: MINUTE_MS, skippedMin: 1_000 },
  { table: 'auth.invitation_codes', everyMs: MINUTE_MS, skippedMin: 1_000 },
] as const;
const SKIP_NUMBERS_SQL = `
  select setval(numbers, greatest(nextval(numbers) + $2::bigint, $3::bigint))
  from cast(pg_get_serial_sequence($1, 'id') as regclass) as numbers`;

/** No event, report or invitation code gets the number of one made after the backup: open pages, links, outboxes of browsers, mails
 * and what the operator has written down name them by it. By the time, as the same backup may be restored again, and by the last
 * number, as a clock may be wrong. */
async function skipNumbers(tx: Queryable, clock: Clock): Promise<void> {
  for (const { table, everyMs, skippedMin } of NUMBERED) {
    const byTime = Math.floor((clock.now() - NUMBERS_SINCE_MS) / everyMs);
    await tx.query(SKIP_NUMBERS_SQL, [table, skippedMin, byTime]);
  }
}
