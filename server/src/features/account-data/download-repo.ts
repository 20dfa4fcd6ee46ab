import { UPLOADS_PATH } from '@hereabouts/contract/uploads';
import { canSeeBlockedNameSql, notBlockedSql } from '#server/access/blocked.ts';
import { visibleSql } from '#server/access/events.ts';
import type { Queryable } from '#server/db/database.ts';
import { isoTimeSql } from '#server/db/sql.ts';

export type Section = {
  name: string;
  key: readonly (readonly [column: string, type: string])[];
  item: string;
  /** The `from` clause up to a condition over the person ($1). */
  from: string;
};

const iso = (column: string, name = column.replace(/^\w+\./, '')) => `${isoTimeSql(column)} as ${name}`;
const titleSql = `case when ${visibleSql('$1')} then e.title end as event_title`;

export const SECTIONS: readonly Section[] = [
  {
    name: 'sessions',
    key: [['s.id', 'uuid']],
    item: `s.id, ${iso('s.created_at')}, ${iso('s.refreshed_at')}, ${iso('s.ended_at')}, s.end_reason, ${iso('s.password_set_at')}, s.browser, s.device, s.amr as signed_in_by`,
    from: 'auth.sessions s where s.user_id = $1',
  },
  {
    name: 'known_browsers',
    key: [['b.hash', 'text']],
    item: `${iso('b.first_seen_at')}, ${iso('b.last_seen_at')}`,
    from: 'auth.known_browsers b where b.user_id = $1',
  },
  {
    name: 'codes_sent',
    key: [['t.id', 'uuid']],
    item: `t.kind, t.sent_to, ${iso('t.created_at')}, ${iso('t.expires_at')}, ${iso('t.used_at')}`,
    from: 'auth.one_time_tokens t where t.user_id = $1',
  },
  {
    name: 'second_factors',
    key: [['f.id', 'uuid']],
    item: `f.kind, f.status, f.friendly_name, ${iso('f.created_at')}, ${iso('f.updated_at')}, ${iso('f.last_challenged_at')}`,
    from: 'auth.factors f where f.user_id = $1',
  },
  {
    name: 'friend_links',
    key: [['l.owner_id', 'uuid']],
    item: `${iso('l.created_at')}, ${iso('l.expires_at')}`,
    from: 'friend_links l where l.owner_id = $1',
  },
  {
    name: 'friendships',
    key: [['f.id', 'uuid']],
    item: `f.id, f.status, f.requester_id = $1 as requested_by_me, ${iso('f.created_at')}, ${iso('f.accepted_at')},
      json_build_object('id', u.id, 'name', u.name) as person`,
    from: `friendships f join users u on u.id = case when f.requester_id = $1 then f.addressee_id else f.requester_id end
      where (f.requester_id = $1 or f.addressee_id = $1)`,
  },
  {
    name: 'events_created',
    key: [['e.id', 'bigint']],
    item: `e.id, e.title, e.description, e.image, e.location_name, e.location_address, e.location_latitude,
      e.location_longitude, ${iso('e.start_time')}, ${iso('e.end_time')}, e.is_private, e.places, e.bring_max, e.time_zone, ${iso('e.created_at')},
      ${iso('e.updated_at')}, ${iso('e.cancelled_at')}`,
    from: 'events e where e.created_by = $1',
  },
  {
    name: 'invites',
    key: [['i.event_id', 'bigint']],
    item: `i.event_id, ${titleSql}, i.status, i.is_co_host, i.brings, ${iso('i.waiting_since')}, ${iso('i.created_at')}, ${iso('i.updated_at')}`,
    from: 'event_invites i join events e on e.id = i.event_id where i.user_id = $1',
  },
  {
    name: 'messages',
    key: [
      ['m.chat_room_id', 'bigint'],
      ['m.seq', 'bigint'],
    ],
    item: `m.id, e.id as event_id, ${titleSql}, m.kind, m.message, ${iso('m.meet_at')}, ${iso('m.created_at')}`,
    from: `chat_message m join chat_room r on r.id = m.chat_room_id join events e on e.id = r.event_id
      where m.user_id = $1`,
  },
  {
    name: 'chats_read',
    key: [['c.event_id', 'bigint']],
    item: 'c.event_id, c.last_seq, c.shown_seq',
    from: 'chat_read c where c.user_id = $1',
  },
  {
    name: 'location_sharing',
    key: [['s.event_id', 'bigint']],
    item: `s.event_id, s.session_id, ${iso('s.started_at')}, ${iso('s.ends_at')}`,
    from: 'live_sharing s where s.user_id = $1',
  },
  {
    name: 'meeting_points',
    key: [['p.event_id', 'bigint']],
    item: `p.event_id, p.name, p.latitude, p.longitude, ${iso('p.meet_at')}, ${iso('p.set_at')}`,
    from: 'meeting_points p where p.set_by = $1',
  },
  {
    name: 'notifications',
    key: [['n.id', 'bigint']],
    item: `n.id, n.kind, n.event_id, n.actor_id, a.name as actor_name, ${iso('n.created_at')}, ${iso('n.read_at')}, n.deleted_events`,
    from: `notifications n left join users a on a.id = n.actor_id
      where n.user_id = $1 and ${notBlockedSql('$1', 'n.actor_id')}`,
  },
  {
    name: 'push_subscriptions',
    key: [['s.id', 'uuid']],
    item: `s.session_id, s.endpoint, ${iso('s.created_at')}, ${iso('s.refused_at')}`,
    from: 'push_subscriptions s where s.user_id = $1',
  },
  {
    name: 'notification_settings',
    key: [['p.user_id', 'uuid']],
    item: 'p.off, p.quiet_from, p.quiet_until, p.hides_details, p.by_mail',
    from: 'notification_settings p where p.user_id = $1',
  },
  {
    name: 'muted_chats',
    key: [['m.event_id', 'bigint']],
    item: `m.event_id, ${iso('m.until')}`,
    from: 'muted_chats m where m.user_id = $1',
  },
  {
    name: 'news_mails',
    key: [
      ['m.sent_at', 'timestamptz'],
      ['m.up_to_id', 'bigint'],
    ],
    item: iso('m.sent_at'),
    from: 'news_mails m where m.user_id = $1',
  },
  {
    name: 'calendar_feeds',
    key: [['f.user_id', 'uuid']],
    item: iso('f.created_at'),
    from: 'calendar_feeds f where f.user_id = $1',
  },
  {
    name: 'blocked',
    key: [['b.other_id', 'uuid']],
    item: `json_build_object('id', u.id, 'name', u.name) as person, ${iso('b.created_at', 'blocked_at')}`,
    from: `blocks b join users u on u.id = b.other_id where b.user_id = $1 and ${canSeeBlockedNameSql}`,
  },
  {
    name: 'blocked_nobody',
    key: [['b.other_id', 'uuid']],
    item: `b.other_id as id, ${iso('b.created_at', 'blocked_at')}`,
    from: 'blocks_of_nobody b where b.user_id = $1 and b.is_listed',
  },
  {
    name: 'reports_made',
    key: [['r.id', 'bigint']],
    // A report shows nothing that its author could not see; its number would show how many others there are.
    item: `r.kind, case when m.kind = 'removed' then m.message when r.was_visible then r.subject end as subject,
      r.reason,
      ${iso('r.created_at')}, ${iso('r.closed_at')}`,
    from: 'reports r left join chat_message m on m.id = r.message_id where r.reporter_id = $1',
  },
  {
    name: 'uploads',
    key: [['p.path', 'text']],
    item: `p.path, '${UPLOADS_PATH}' || p.path as url, p.content_type, p.width, p.height, p.bytes, ${iso('p.created_at')}`,
    from: 'uploads p where p.owner_id = $1',
  },
];

type Piece = { place: readonly unknown[]; item: string };

export function readSection(
  db: Queryable,
  { key, item, from }: Section,
  { userId, after, limit }: { userId: string; after: readonly unknown[] | null; limit: number },
): Promise<Piece[]> {
  const columns = key.map(([column]) => column).join(', ');
  const place = key.map(([, type], index) => `$${index + 3}::${type}`).join(', ');
  return db.query<Piece>(
    `select json_build_array(${columns}) as place,
      (select row_to_json(x)::text from (select ${item}) x) as item
    from ${from} ${after === null ? '' : `and (${columns}) > (${place})`}
    order by ${columns} limit $2`,
    [userId, limit, ...(after ?? [])],
  );
}

const ACCOUNT_SQL = `
  select row_to_json(x)::text as account from (
    select a.id, u.name, a.email, a.phone, a.new_email, a.new_phone, u.image, u.contact_visibility,
      a.password_hash is not null as has_password, a.needs_password, a.is_anonymous, u.time_zone, ${iso('u.unlisted_since')}, ${iso('u.link_shared_at')}, ${iso('u.first_steps_done_at')},
      a.user_metadata, a.invitation_code_id,
      ${['created_at', 'updated_at', 'email_confirmed_at', 'phone_confirmed_at', 'email_proved_at', 'phone_proved_at', 'confirmation_sent_at', 'recovery_sent_at', 'last_sign_in_at'].map((name) => iso(`a.${name}`)).join(', ')}
    from auth.users a join users u on u.id = a.id where a.id = $1) x`;

/** Without credentials. */
export async function readAccount(db: Queryable, userId: string): Promise<string | undefined> {
  const [row] = await db.query<{ account: string }>(ACCOUNT_SQL, [userId]);
  return row?.account;
}
