/** A role independent of events is a field here. The SQL twins (`…Sql`) of this folder's rules take trusted SQL such as `$2`,
 * never input, and expect `events e`, `friendships f`, `users u` and the viewer's own invite, `mine`. */
export type Viewer = { userId: string; isAnonymous?: true };
