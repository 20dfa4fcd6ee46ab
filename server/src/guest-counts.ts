import type { InviteStatus } from '@hereabouts/contract/invite-status';

/** How many people are going to the event `e`, with its creator if Going and everyone brought along: the only place that counts
 * them (HOST-01). */
export const GOING_COUNT_SQL = `(select coalesce(sum(1 + i.brings), 0)::int from event_invites i
      where i.event_id = e.id and i.status = 'accepted')`;

/** Of the event `e`, by answer, those who wait apart from the other pending ones; an answer that nobody gave is missing. Its
 * creator is counted like a guest, people brought along are not: only who is going brings any. */
export const ANSWER_COUNTS_SQL = `(select coalesce(json_object_agg(counted.status, counted.people), '{}'::json) from (
      select case when i.waiting_since is null then i.status else 'waiting' end as status, count(*)::int as people
      from event_invites i where i.event_id = e.id group by 1) counted)`;

export type AnswerCounts = Partial<Record<InviteStatus | 'waiting', number>>;
