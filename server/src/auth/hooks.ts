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

/** In the transaction. `now` is ISO. */
export type AuthHooks = {
  userCreated(tx: Queryable, person: NewPerson, now: string): Promise<void>;
  userChanged(tx: Queryable, change: ChangedContact, now: string): Promise<void>;
  /** The result is called after the commit. */
  userSuspended?(tx: Queryable, userId: string): Promise<() => void>;
  userReinstated?(tx: Queryable, userId: string): Promise<void>;
  /** The address's owner has taken the account over from a possible stranger. */
  userTakenOver?(tx: Queryable, userId: string): Promise<void>;
  /** Before `userTakenOver`, unless the owner's browser is known: friendships may be the stranger's. Called again once the
   * stranger's sessions and links have ended. The result is called after the commit. */
  takenOverFromUnknownBrowser?(tx: Queryable, userId: string): Promise<() => void>;
  /** Ended sessions may be a stranger's. Deletes what could let them back in. */
  signedOutElsewhere?(tx: Queryable, userId: string): Promise<void>;
  sessionsEnded?(tx: Queryable, sessionIds: readonly string[]): Promise<void>;
  sessionRestricted?(tx: Queryable, restricted: Restricted): Promise<void>;
};

/** `cause`: the factor that was removed. */
export type Restricted = { sessionId: string; cause: string };
