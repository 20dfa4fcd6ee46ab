import * as events from '@hereabouts/server/access/events';
import * as notifications from '@hereabouts/server/access/notifications';
import { NOW_MS } from './access-facts.ts';
import { NOW, blockOf, eventFor, perSeat, withCreator } from './access-parity-rules.ts';
import { compare, type ParityCase } from './parity-case.ts';

const AUDIENCES: readonly notifications.NewsAudience[] = [
  'chatters',
  'hosts',
  'chatters_of_cancelled',
  'participants_during',
  'participants',
  'participants_before',
  'unanswered',
];
const SENT_NEWS = AUDIENCES.map((audience) =>
  perSeat(
    `canBeSentNews canBeSentNewsSql ${audience}`,
    notifications.canBeSentNewsSql(audience, 'u.id', NOW),
    (viewer, event) => notifications.canBeSentNews(audience, { viewer, event }, NOW_MS),
  ),
);

export const NEWS: readonly ParityCase[] = [
  compare(
    'canSeeNews canSeeNewsSql',
    `select u.name || ' ' || coalesce(e.title, '-') || ' ' || coalesce(n.actor_id::text, '-') as key
    from notifications n join users u on u.id = n.user_id left join events e on e.id = n.event_id
    where ${notifications.canSeeNewsSql('n.user_id')}`,
    (rows) => rows.news,
    ({ viewer, event, actor }) => `${viewer.index} ${event?.index ?? '-'} ${actor?.id ?? '-'}`,
    ({ viewer, event, actor }, rows) => {
      const at = event && eventFor(rows, event, viewer);
      const canSeeEvent = at && events.canSee(viewer, at, withCreator(rows, viewer, at));
      return notifications.canSeeNews(canSeeEvent, blockOf(rows, viewer.id, actor?.id ?? null));
    },
  ),
  perSeat(
    'canAnswerInvitation canAnswerInvitationSql',
    notifications.canAnswerInvitationSql(NOW),
    (_, event) => notifications.canAnswerInvitation(event, NOW_MS),
  ),
  ...SENT_NEWS,
];
