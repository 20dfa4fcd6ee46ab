import type { Queryable } from '#server/db/database.ts';
import type { EndedSession } from './sessions/session-repo.ts';

export type NewPerson = { id: string; name: string; email: string | null; phone: string | null };
/** Only what changed is present; null where an address was taken away. */
export type ChangedContact = { id: string; email?: string | null; phone?: string | null };

/** What the rest of the product does when accounts change, in the transaction that changes them. `now` is an ISO time. */
export type AuthHooks = {
  /** An account has become usable: made, or confirmed where confirmation is asked for. */
  userCreated(tx: Queryable, person: NewPerson, now: string): Promise<void>;
  userChanged(tx: Queryable, change: ChangedContact, now: string): Promise<void>;
  /** The owner of the address has taken over what a stranger may have set up. */
  userTakenOver?(tx: Queryable, userId: string): Promise<void>;
};

export type SessionEnded = EndedSession;
