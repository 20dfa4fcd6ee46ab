import { REMINDER_LEADS_MS, type ReminderRound } from '@hereabouts/contract/reminders';
import { aheadSql } from '#server/access/event-times.ts';
import type { Queryable } from '#server/db/database.ts';

export type DueRound = { event_id: number; kind: ReminderRound; due_at: string; created_by: string };

const ROUNDS = Object.entries(REMINDER_LEADS_MS);
const LONGEST_MS = Math.max(...Object.values(REMINDER_LEADS_MS));
const ROUNDS_SQL = `(values ${ROUNDS.map(([kind, leadMs]) => `('${kind}', interval '${leadMs} ms')`).join(', ')}) as round (kind, lead)`;

/** Rounds that had passed when the event was created do not count. */
const DUE_SQL = `
  from events e cross join ${ROUNDS_SQL}
  where ${aheadSql('$1::timestamptz')} and e.start_time <= $1::timestamptz + interval '${LONGEST_MS} ms'
    and e.start_time - round.lead <= $1 and e.created_at < e.start_time - round.lead
    and not exists (select from reminders_sent sent where sent.event_id = e.id and sent.kind = round.kind)`;

/** Creators take turns, so that many events of one do not hold up those of others. */
const DUE_EVENTS_SQL = `
  select due.id from (
    select e.id, e.start_time, row_number() over (partition by e.created_by order by e.start_time, e.id) as turn
    from events e where e.id in (select e.id ${DUE_SQL})) due
  order by due.turn, due.start_time, due.id limit $2`;

export async function listDueEvents(db: Queryable, now: string, limit: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(DUE_EVENTS_SQL, [now, limit]);
  return rows.map(({ id }) => id);
}

const HOLD_DUE_SQL = `
  select e.id as event_id, e.created_by, round.kind, e.start_time - round.lead as due_at
  ${DUE_SQL} and e.id = $2
  order by round.lead desc for update of e skip locked`;

/** Holds the event until the commit. One that is being changed is left to the next look. */
export const holdDue = (tx: Queryable, now: string, eventId: number): Promise<DueRound[]> =>
  tx.query<DueRound>(HOLD_DUE_SQL, [now, eventId]);

const SKIP_SQL = `
  insert into reminders_sent (event_id, kind) select e.id, round.kind ${DUE_SQL} on conflict do nothing`;

export async function skipDue(tx: Queryable, now: string): Promise<void> {
  await tx.query(SKIP_SQL, [now]);
}

const SETTLE_SQL = `
  insert into reminders_sent (event_id, kind) select $1, kind from unnest($2::text[]) kind on conflict do nothing returning kind`;

export async function settle(
  tx: Queryable,
  eventId: number,
  kinds: readonly ReminderRound[],
): Promise<ReminderRound[]> {
  const rows = await tx.query<{ kind: ReminderRound }>(SETTLE_SQL, [eventId, kinds]);
  return rows.map(({ kind }) => kind);
}

const recipientsSql = (who: string): string => `
  select i.user_id from event_invites i where i.event_id = $1 and i.created_at < $2 and ${who}`;
const GOING_SQL = recipientsSql(`i.status in ('accepted', 'tentative')`);
const UNANSWERED_SQL = recipientsSql(`i.status = 'pending' and i.waiting_since is null`);

export async function listRecipients(tx: Queryable, { event_id, kind, due_at }: DueRound): Promise<string[]> {
  const sql = kind === 'answer' ? UNANSWERED_SQL : GOING_SQL;
  const rows = await tx.query<{ user_id: string }>(sql, [event_id, due_at]);
  return rows.map((row) => row.user_id);
}

export async function deleteOf(tx: Queryable, eventId: number): Promise<void> {
  await tx.query('delete from reminders_sent where event_id = $1', [eventId]);
}

const SWEEP_SQL = `
  delete from reminders_sent sent using events e where e.id = sent.event_id and e.start_time < $1`;

export async function deleteStarted(db: Queryable, before: string): Promise<void> {
  await db.query(SWEEP_SQL, [before]);
}
