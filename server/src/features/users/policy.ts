/**
 * Who sees a person's e-mail and phone (CONT-12), over `users u`: its owner, accepted friends, or everyone where the
 * owner lets them. `viewer` and `areFriends` are trusted SQL.
 */
export const contactVisibleSql = (viewer: string, areFriends: string): string =>
  `(u.contact_visibility = 'everyone' or u.id = ${viewer} or ${areFriends})`;

/** Everyone may look at a profile; only its owner may change it (PERM-02) or listen to its topic. */
export const isOwner = (viewer: { userId: string }, userId: string): boolean => viewer.userId === userId;
