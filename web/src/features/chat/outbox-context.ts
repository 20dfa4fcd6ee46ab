import { createContext } from 'react';
import type { OutboxOptions, OutboxSession } from './outbox-session.ts';

export type OutboxOwner = {
  /** Null until it is started. */
  readonly session: OutboxSession | null;
  /** Starts or wakes the session. The caller brings `startOutbox`, because most pages never load it. */
  readonly start: (startOutbox: (options: OutboxOptions) => OutboxSession) => void;
};

export const OutboxContext = createContext<OutboxOwner>({ session: null, start: () => {} });
