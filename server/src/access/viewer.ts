/** The person a rule is applied to; a role independent of events is a field here. Each rule of this folder
 * has a twin in SQL (`…Sql`): its arguments are trusted SQL such as `$2`, never input, and it expects the
 * aliases `events e`, `friendships f`, `users u` and `mine`, the viewer's own invite. */
export type Viewer = { userId: string; isAnonymous?: true };
