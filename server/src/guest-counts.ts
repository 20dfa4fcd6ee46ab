import type { InviteStatus } from '@hereabouts/contract/invite-status';

/** How many people are going to the event `e`, its creator included if Going: the only place that counts them (HOST-01). */
export const GOING_COUNT_SQL = `(select count(*)::int from event_invites i
      where i.event_id = e.id and i.status = 'accepted')`;

/** Of the event `e`, by answer; an answer that nobody gave is missing. Its creator is counted like a guest. */
export const ANSWER_COUNTS_SQL = `(select coalesce(json_object_agg(counted.status, counted.people), '{}'::json) from (
      select i.status, count(*)::int as people from event_invites i where i.event_id = e.id group by i.status) counted)`;

export type AnswerCounts = Partial<Record<InviteStatus, number>>;
