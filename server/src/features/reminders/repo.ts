import { REMINDER_LEADS_MS, type ReminderRound } from '@hereabouts/contract/reminders';
import { aheadSql } from '#server/access/event-times.ts';
import type { Queryable } from '#server/db/database.ts';

export type DueRound = { event_id: number; kind: ReminderRound; due_at: string; created_by: string };

const ROUNDS = Object.entries(REMINDER_LEADS_MS);
const LONGEST_MS = Math.max(...Object.values(REMINDER_LEADS_MS));
const ROUNDS_SQL = `(values ${ROUNDS.map(([kind, leadMs]) => `('${kind}', interval '${leadMs} ms')`).join(', ')}) as round (kind, lead)`;

/** A round whose time had passed when the event was created is none. Rows of events that are being changed are left to the
 * next look. */
const DUE_SQL = `
  select e.id as event_id, e.created_by, round.kind, e.start_time - round.lead as due_at
  from events e cross join ${ROUNDS_SQL}
  where ${aheadSql('$1::timestamptz')} and e.start_time <= $1::timestamptz + interval '${LONGEST_MS} ms'
    and e.start_time - round.lead <= $1 and e.created_at < e.start_time - round.lead
    and not exists (select from reminders_sent sent where sent.event_id = e.id and sent.kind = round.kind)
  order by e.id, round.lead desc limit $2
  for update of e skip locked`;

/** Holds their events until the commit. */
export const listDue = (tx: Queryable, now: string, limit: number): Promise<DueRound[]> =>
  tx.query<DueRound>(DUE_SQL, [now, limit]);

const SETTLE_SQL = `
  insert into reminders_sent (event_id, kind) select * from unnest($1::bigint[], $2::text[]) on conflict do nothing`;

export async function settle(
  tx: Queryable,
  rounds: readonly Pick<DueRound, 'event_id' | 'kind'>[],
): Promise<void> {
  await tx.query(SETTLE_SQL, [rounds.map((one) => one.event_id), rounds.map((one) => one.kind)]);
}

/** Those invited before. */
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

/** Of events that began before then: no round of theirs is due. */
export async function deleteStarted(db: Queryable, before: string): Promise<void> {
  await db.query(SWEEP_SQL, [before]);
}
