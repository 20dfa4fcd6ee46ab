import { notBlockedSql } from '#server/access/blocked.ts';
import { friendIdsSql } from '#server/access/friends.ts';
import { personSql } from '#server/db/sql.ts';
import type { InviteStatus } from '@hereabouts/contract/invite-status';

/** How many people are going to the event `e`, with its creator if Going and everyone brought along: the only place that counts
 * them (HOST-01). */
export const GOING_COUNT_SQL = `(select coalesce(sum(1 + i.brings), 0)::int from event_invites i
      where i.event_id = e.id and i.status = 'accepted')`;

/** Some of those going to the event `e` but the viewer, as JSON, friends first; nobody hidden from the viewer. */
export const goingFacesSql = (viewer: string, most: number): string => `(
  select coalesce(json_agg(face.person order by face.place), '[]'::json) from (
    select ${personSql('u')} as person, row_number() over (order by u.id not in ${friendIdsSql(viewer)}, lower(u.name), u.id) as place
    from event_invites i join users u on u.id = i.user_id
    where i.event_id = e.id and i.status = 'accepted' and u.id <> ${viewer} and ${notBlockedSql(viewer, 'u.id')}
    order by place limit ${most}) face)`;

/** Of the event `e`, by answer, those who wait apart from the other pending ones; an answer that nobody gave is missing. Its
 * creator is counted like a guest, people brought along are not: only who is going brings any. */
export const ANSWER_COUNTS_SQL = `(select coalesce(json_object_agg(counted.status, counted.people), '{}'::json) from (
      select case when i.waiting_since is null then i.status else 'waiting' end as status, count(*)::int as people
      from event_invites i where i.event_id = e.id group by 1) counted)`;

export type AnswerCounts = Partial<Record<InviteStatus | 'waiting', number>>;
