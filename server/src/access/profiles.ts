import type { ContactVisibility } from '#server/db/schema.ts';
import { areFriends, areFriendsSql, type Friendship } from './friends.ts';
import type { Viewer } from './viewer.ts';

/** CONT-12. */
export const canSeeContact = (
  viewer: Viewer,
  person: { id: string; contact_visibility: ContactVisibility },
  between: Pick<Friendship, 'status'>,
): boolean => person.contact_visibility === 'everyone' || person.id === viewer.userId || areFriends(between);

/** The rule between people who are not friends. */
export const publicContactSql = "u.contact_visibility = 'everyone'";

export const canSeeContactSql = (viewer: string): string =>
  `(${publicContactSql} or u.id = ${viewer} or ${areFriendsSql})`;

/** The owner alone (PERM-02). */
export const canSubscribeToUser = (viewer: Viewer, userId: string): boolean => viewer.userId === userId;
