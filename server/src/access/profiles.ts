import type { ContactVisibility } from '#server/db/schema.ts';
import { areFriends, areFriendsSql, type Friendship } from './friends.ts';
import type { Viewer } from './viewer.ts';

/** Who sees a person's e-mail and phone (CONT-12): its owner, friends, or everyone where the owner lets them. */
export const canSeeContact = (
  viewer: Viewer,
  person: { id: string; contact_visibility: ContactVisibility },
  between: Pick<Friendship, 'status'>,
): boolean => person.contact_visibility === 'everyone' || person.id === viewer.userId || areFriends(between);

/** Whether everyone sees it, over `users u`: all that counts between two people who are not friends. */
export const publicContactSql = "u.contact_visibility = 'everyone'";

/** `canSeeContact` in SQL, over `users u` and their friendship with the viewer, `friendships f`. `viewer` is trusted SQL. */
export const canSeeContactSql = (viewer: string): string =>
  `(${publicContactSql} or u.id = ${viewer} or ${areFriendsSql})`;

/** Everyone sees a profile; only its owner changes it (PERM-02) and subscribes to its topic. */
export const canSubscribeToUser = (viewer: Viewer, userId: string): boolean => viewer.userId === userId;
