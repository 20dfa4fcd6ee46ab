import * as roles from '@hereabouts/server/access/event-roles';
import * as events from '@hereabouts/server/access/events';
import * as notifications from '@hereabouts/server/access/notifications';
import { NOW_MS, type Rows } from './access-facts.ts';
import { NOW, blockOf, eventFor, friendshipOf, perSeat, withCreator } from './access-parity-rules.ts';
import { compare, type ParityCase } from './parity-case.ts';

const AUDIENCES: readonly notifications.NewsAudience[] = [
  'chatters',
  'hosts',
  'chatters_of_cancelled',
  'participants_during',
  'participants',
  'participants_before',
  'going',
  'invited',
  'unanswered',
];
const SENT_NEWS = AUDIENCES.map((audience) =>
  perSeat(
    `canBeSentNews canBeSentNewsSql ${audience}`,
    notifications.canBeSentNewsSql(audience, 'u.id', NOW),
    (viewer, event) => notifications.canBeSentNews(audience, { viewer, event }, NOW_MS),
  ),
);

type Piece = Rows['news'][number];
/** A rule about a piece of news, over `notifications n` of `users u`, its `events e` and the person's own invite. */
const perPiece = (rule: string, sql: string, holds: (piece: Piece, rows: Rows) => boolean) =>
  compare(
    rule,
    `select u.name || ' ' || coalesce(e.title, '-') || ' ' || coalesce(n.actor_id::text, '-') || ' ' || n.kind as key
    from notifications n join users u on u.id = n.user_id left join events e on e.id = n.event_id
    ${roles.joinOwnInviteSql('u.id')} where ${sql}`,
    (rows) => rows.news,
    ({ viewer, event, actor, kind }) => `${viewer.index} ${event?.index ?? '-'} ${actor?.id ?? '-'} ${kind}`,
    holds,
  );

/** What the actor shares at the event, for whose consent the actor's role counts. */
const sharingOf = (rows: Rows, { event, actor }: Piece) => {
  const consent = rows.sharing.find((one) => one.event === event && one.user_id === actor?.id);
  return consent ? { consent, event: eventFor(rows, consent.event, { id: consent.user_id }) } : null;
};

export const NEWS: readonly ParityCase[] = [
  perPiece(
    'canSeeNews canSeeNewsSql',
    notifications.canSeeNewsSql('n.user_id'),
    ({ viewer, event, actor }, rows) => {
      const at = event && eventFor(rows, event, viewer);
      const canSeeEvent = at && events.canSee(viewer, at, withCreator(rows, viewer, at));
      return notifications.canSeeNews(canSeeEvent, blockOf(rows, viewer.id, actor?.id ?? null));
    },
  ),
  perPiece('isSendable sendableSql', notifications.sendableSql('u.id', NOW), (piece, rows) => {
    const { viewer, event, actor } = piece;
    return notifications.isSendable(
      {
        ...piece,
        event: event && eventFor(rows, event, viewer),
        withCreator: event && withCreator(rows, viewer, event),
        actor_id: actor && actor.id,
        withActor: blockOf(rows, viewer.id, actor && actor.id),
        friendship: actor ? friendshipOf(rows, viewer.id, actor.id) : { status: null },
        sharing: sharingOf(rows, piece),
        meetingPoint: rows.meeting_points.find((point) => point.event === event) ?? null,
      },
      NOW_MS,
    );
  }),
  perSeat(
    'canAnswerInvitation canAnswerInvitationSql',
    notifications.canAnswerInvitationSql(NOW),
    (_, event) => notifications.canAnswerInvitation(event, NOW_MS),
  ),
  ...SENT_NEWS,
];
