import { createContext } from 'react';
import type { OutboxOptions, OutboxSession } from './outbox-session.ts';

export type OutboxOwner = {
  /** Null until it is started. */
  readonly session: OutboxSession | null;
  /** Starts the session, or wakes the one that runs. The caller brings `startOutbox`, because most pages never load it. */
  readonly start: (startOutbox: (options: OutboxOptions) => OutboxSession) => void;
};

/** The outbox of the signed-in person, owned by `app/outbox-provider.tsx`. */
export const OutboxContext = createContext<OutboxOwner>({ session: null, start: () => {} });
