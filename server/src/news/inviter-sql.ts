import { isParticipantSql } from '#server/access/event-roles.ts';
import { isFriendSql } from '#server/access/friends.ts';

/** Whoever invited the person to the event; null for who came by a link. */
export const inviterSql = (person: string, event: string): string =>
  `(select i.invited_by from event_invites i where i.user_id = ${person} and i.event_id = ${event})`;

/** For whom pushes about the event `e` count, besides whoever causes them: a creator who is a friend, or the inviter. Null for a
 * participant, who has chosen the event. */
export const countsForSql = (person: string): string => `
  case when not ${isParticipantSql(person)} then
    case when ${isFriendSql(person, 'e.created_by')} then e.created_by
      else coalesce(${inviterSql(person, 'e.id')}, e.created_by) end end`;
