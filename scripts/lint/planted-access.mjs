import { offence } from './planted-code.mjs';

const ACCESS = 'hereabouts(access-sql)';
/** A piece of SQL that decides access outside access/. */
const deciding = (name, ...lines) =>
  offence(`server/src/features/strays/${name}.ts`, ACCESS, 'export const SQL = `', ...lines, '`;');

/** SQL outside access/ that decides who may see or do something, one file each. */
export const PLANTED_ACCESS = [
  deciding('answers', "and (e.created_by = $1 or coalesce(mine.status <> 'declined', false))"),
  deciding('many-answers', "select user_id from event_invites where status in ('accepted', 'tentative')"),
  deciding('given-answer', 'select from event_invites i where i.status = $1'),
  deciding('reversed', "and 'accepted' = f.status"),
  deciding('cases', "select case f.status when 'accepted' then u.email end"),
  deciding('update', "update friendships f set accepted_at = $1 where f.status = 'pending'"),
  deciding('blocks', 'and not exists (select from blocks b where b.user_id = $1 and b.other_id = u.id)'),
  deciding('join', 'left join blocks b on b.user_id = $1'),
  offence(
    'server/src/features/strays/started.ts',
    ACCESS,
    'export const startedSql = (now: string): string => `e.start_time <= ${now}`;',
  ),
  deciding('over', 'where $1 > events.end_time'),
  deciding(
    'between',
    'where $1::timestamptz between e.start_time and e.end_time and e.end_time between $1 and $2',
  ),
  deciding('until', 'select least(s.ends_at, e.end_time) as until'),
  deciding('cancelled', 'where e.id = $1 and e.cancelled_at is null'),
  deciding('private', 'where not e.is_private'),
  deciding('invited', 'where exists (select from event_invites i where i.event_id = e.id)'),
  deciding('friends', 'where u.id in (select f.addressee_id from friendships f)'),
  deciding(
    'consent',
    'where exists (select from live_sharing s where s.event_id = e.id and s.user_id = u.id)',
  ),
  deciding('sharers', 'where u.id in (select s.user_id from live_sharing s where s.event_id = $1)'),
  deciding('end-of-consent', 'where s.ends_at >= $1'),
  deciding(
    'meeting-point',
    'and exists (select from meeting_points p where p.event_id = e.id and p.set_by = $1)',
  ),
  deciding('own-invite', 'left join event_invites mine on mine.event_id = e.id'),
  offence(
    'server/src/features/strays/builder.ts',
    ACCESS,
    'type Builder = { where(column: string, operator: string, value: string): Builder };',
    "export const accepted = (db: Builder) => db.where('friendships.status', '=', 'accepted');",
  ),
  offence(
    'server/src/features/strays/source.ts',
    ACCESS,
    "export const blocks = (db: { selectFrom(table: string): object }) => db.selectFrom('blocks as b');",
  ),
  offence(
    'demo/fill/list.ts',
    ACCESS,
    'export const FRIENDS = `select 1 from friendships where status = $1`;',
  ),
  offence(
    'server/src/features/blocks/repo.ts',
    ACCESS,
    'export const OWN = `select from blocks b where b.user_id = $1`;',
    'export const OTHERS = `select from events e where e.end_time > $1`;',
  ),
  offence(
    'server/src/features/notifications/event-start-repo.ts',
    ACCESS,
    'export const DATA = `where e.created_at < e.start_time`;',
    'export const RULE = `where e.start_time > $1 and e.end_time > $1`;',
  ),
];
