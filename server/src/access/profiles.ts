import type { ContactVisibility } from '#server/db/schema.ts';
import { areFriends, areFriendsSql, type Friendship } from './friends.ts';
import type { Viewer } from './viewer.ts';

/** E-mail and phone (CONT-12): the owner, friends, or everyone if the owner allows it. */
export const canSeeContact = (
  viewer: Viewer,
  person: { id: string; contact_visibility: ContactVisibility },
  between: Pick<Friendship, 'status'>,
): boolean => person.contact_visibility === 'everyone' || person.id === viewer.userId || areFriends(between);

/** The rule between people who are not friends. */
export const publicContactSql = "u.contact_visibility = 'everyone'";

export const canSeeContactSql = (viewer: string): string =>
  `(${publicContactSql} or u.id = ${viewer} or ${areFriendsSql})`;

/** A topic of the owner alone; profiles are visible to everyone (PERM-02). */
export const canSubscribeToUser = (viewer: Viewer, userId: string): boolean => viewer.userId === userId;
