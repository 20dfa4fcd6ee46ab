import { notBlockedSql } from '#server/access/blocked.ts';
import { chatterIdsSql } from '#server/access/event-roles.ts';
import { aliveSessionSql } from '#server/auth/factors/assurance.ts';
import type { Queryable } from '#server/db/database.ts';
import { isForeignKeyViolation } from '#server/db/errors.ts';
import { chargedToSql } from '#server/news/attribution-sql.ts';
import { mutedSql, SETTINGS_COLUMNS } from '#server/news/settings-sql.ts';
import { addJobSql } from '#server/jobs/repo.ts';
import { CHAT_ROUND_EVERY_MS, CHAT_WAIT_MS, type ChatDevice } from './job-policy.ts';
import { unseenSql } from './repo.ts';

export const CHAT_ROUND_JOB = 'push_chat';

const BEGIN_ROUND_SQL = `
  insert into pushed_chats as p (event_id, last_seq, pushed_at) values ($1, 0, $2)
  on conflict (event_id) do update set pushed_at = excluded.pushed_at
  returning last_seq as pushed_seq, (select room.last_seq from chat_room room where room.event_id = p.event_id) as last_seq,
    (select coalesce(json_agg(distinct c.user_id), '[]'::json) from chat_room room
      join chat_message c on c.chat_room_id = room.id and c.seq > p.last_seq and c.kind = 'text'
      where room.event_id = p.event_id and c.user_id is not null) as writer_ids`;
const ROUND_SQL = `
  select s.id, s.user_id, u.time_zone, ${SETTINGS_COLUMNS},
    ${chargedToSql('m.id')} as invited_by
  from ${chatterIdsSql('$1')} m
  join push_subscriptions s on s.user_id = m.id and ${aliveSessionSql('s.session_id')}
  join users u on u.id = m.id
  join chat_room room on room.event_id = $1
  join events e on e.id = room.event_id
  left join chat_read seen on seen.event_id = room.event_id and seen.user_id = m.id
  left join notification_settings p on p.user_id = m.id
  where not coalesce('chat' = any(p.off), false) and not ${mutedSql('m.id', 'room.event_id', '$3')}
    and ${notBlockedSql('m.id', 'e.created_by')}
    and exists (select from chat_message c where ${unseenSql('m.id', '(select $2::bigint)')})`;
const END_ROUND_SQL = 'update pushed_chats set last_seq = greatest(last_seq, $2) where event_id = $1';

type Round = { devices: ChatDevice[]; writerIds: string[]; lastSeq: number };

/** Devices to notify of messages since the last round, and their writers; null for none. */
export async function beginRound(db: Queryable, eventId: number, now: string): Promise<Round | null> {
  type Begun = { pushed_seq: number; last_seq: number | null; writer_ids: string[] };
  const [round] = await db.query<Begun>(BEGIN_ROUND_SQL, [eventId, now]).catch((error: unknown) => {
    if (!isForeignKeyViolation(error)) throw error;
    return [];
  });
  if (round?.last_seq == null || round.last_seq <= round.pushed_seq) return null;
  const devices = await db.query<ChatDevice>(ROUND_SQL, [eventId, round.pushed_seq, now]);
  return { devices, writerIds: round.writer_ids, lastSeq: round.last_seq };
}

/** Later messages have a round of their own. */
export async function endRound(tx: Queryable, eventId: number, lastSeq: number): Promise<void> {
  await tx.query(END_ROUND_SQL, [eventId, lastSeq]);
}

/** Soon after a message, but not soon after the last round, unless the clock was set back since. Texts are SQL. */
export const chatRoundSql = ({
  eventId,
  sentAt,
  from,
}: Record<'eventId' | 'sentAt' | 'from', string>): string =>
  addJobSql({
    kind: CHAT_ROUND_JOB,
    payload: `jsonb_build_object('event_id', ${eventId}::bigint,
      'asked_by', (select md5(e.created_by::text) from events e where e.id = ${eventId}))`,
    key: `${eventId}::bigint::text`,
    now: sentAt,
    dueAt: `greatest(${sentAt} + interval '${CHAT_WAIT_MS} ms',
      (select p.pushed_at from pushed_chats p where p.event_id = ${eventId} and p.pushed_at <= ${sentAt})
        + interval '${CHAT_ROUND_EVERY_MS} ms')`,
    from,
  });
