import type { Queryable } from '#server/db/database.ts';

export type NewPerson = {
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
  is_anonymous: boolean;
};
/** `is_anonymous: false`: the account has its first address now. */
export type ChangedContact = {
  id: string;
  email?: string | null;
  phone?: string | null;
  is_anonymous?: false;
};

/** Called in the transaction that changes an account. `now` is ISO. */
export type AuthHooks = {
  userCreated(tx: Queryable, person: NewPerson, now: string): Promise<void>;
  userChanged(tx: Queryable, change: ChangedContact, now: string): Promise<void>;
  userSuspended?(tx: Queryable, userId: string): Promise<void>;
  userReinstated?(tx: Queryable, userId: string): Promise<void>;
  /** The address's owner has taken the account over from a possible stranger. */
  userTakenOver?(tx: Queryable, userId: string): Promise<void>;
  /** Before `userTakenOver`, where the owner's browser has never been signed in to the account: its friendships may be the
   * stranger's. Called again once the stranger's sessions and links have ended, for what they have made meanwhile. What is returned is
   * called after the commit. */
  takenOverFromUnknownBrowser?(tx: Queryable, userId: string): Promise<() => void>;
  /** Sessions that may be a stranger's are ended: all of the person, all others, or another one in the list. Deletes what a stranger
   * may have made with them to get back in. */
  signedOutElsewhere?(tx: Queryable, userId: string): Promise<void>;
  sessionsEnded?(tx: Queryable, sessionIds: readonly string[]): Promise<void>;
  sessionRestricted?(tx: Queryable, restricted: Restricted): Promise<void>;
};

/** `cause`: the factor that was removed. */
export type Restricted = { sessionId: string; cause: string };
