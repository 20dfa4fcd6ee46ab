import { notBlockedSql } from '#server/access/blocked.ts';
import { isFriendSql } from '#server/access/friends.ts';
import { personSql } from '#server/db/sql.ts';

/** Who is going to `e`, its creator and everyone brought along too: the only place that counts them (HOST-01). */
export const GOING_COUNT_SQL = `(select coalesce(sum(1 + i.brings), 0)::int from event_invites i
      where i.event_id = e.id and i.status = 'accepted')`;

/** Friends first; nobody hidden from the viewer. */
export const goingFacesSql = (viewer: string, most: number): string => `(
  select coalesce(json_agg(${personSql('face')}), '[]'::json) from (
    select u.id, u.name, u.image, u.is_anonymous
    from event_invites i join users u on u.id = i.user_id
    where i.event_id = e.id and i.status = 'accepted' and u.id <> ${viewer} and ${notBlockedSql(viewer, 'u.id')}
    order by ${isFriendSql(viewer, 'u.id')} desc, lower(u.name), u.id limit ${most}) face)`;

/** Counts of the answers to `e` other than Going, its creator's too; waiting ones apart. Without people hidden from the viewer: a
 * changed count would reveal their answer. Without people brought along: only who is Going brings any. */
export const otherCountsSql = (viewer: string): string => `(select json_build_object(
      'tentative', count(*) filter (where i.status = 'tentative'),
      'declined', count(*) filter (where i.status = 'declined'),
      'pending', count(*) filter (where i.status = 'pending' and i.waiting_since is null),
      'waiting', count(*) filter (where i.waiting_since is not null))
    from event_invites i where i.event_id = e.id and ${notBlockedSql(viewer, 'i.user_id')})`;
