import { notBlockedSql } from '#server/access/blocked.ts';
import { isFriendSql } from '#server/access/friends.ts';
import { personSql } from '#server/db/sql.ts';

/** How many people are going to the event `e`, with its creator if Going and everyone brought along: the only place that counts
 * them (HOST-01). */
export const GOING_COUNT_SQL = `(select coalesce(sum(1 + i.brings), 0)::int from event_invites i
      where i.event_id = e.id and i.status = 'accepted')`;

/** Some of those going to the event `e` but the viewer, as JSON, friends first; nobody hidden from the viewer. */
export const goingFacesSql = (viewer: string, most: number): string => `(
  select coalesce(json_agg(${personSql('face')}), '[]'::json) from (
    select u.id, u.name, u.image, u.is_anonymous
    from event_invites i join users u on u.id = i.user_id
    where i.event_id = e.id and i.status = 'accepted' and u.id <> ${viewer} and ${notBlockedSql(viewer, 'u.id')}
    order by ${isFriendSql(viewer, 'u.id')} desc, lower(u.name), u.id limit ${most}) face)`;

/** Counts of the answers other than Going to the event `e`, its creator's too; those who wait count apart from other pending
 * ones. People hidden from the viewer are left out: a changed count would reveal their answer. People brought along are not
 * counted, because only who is Going brings any. */
export const otherCountsSql = (viewer: string): string => `(select json_build_object(
      'tentative', count(*) filter (where i.status = 'tentative'),
      'declined', count(*) filter (where i.status = 'declined'),
      'pending', count(*) filter (where i.status = 'pending' and i.waiting_since is null),
      'waiting', count(*) filter (where i.waiting_since is not null))
    from event_invites i where i.event_id = e.id and ${notBlockedSql(viewer, 'i.user_id')})`;
