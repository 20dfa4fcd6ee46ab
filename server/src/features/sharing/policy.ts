import { SHARING_EVENTS_MAX, SHARING_TEXTS } from '@hereabouts/contract/sharing';
import type { Clocked } from '#server/clock.ts';
import { HttpError, unavailable } from '#server/http/errors.ts';

export const SWEPT_PER_BATCH = 1_000;
export const LAPSED_PER_BATCH = 200;
export const STOPS_PER_BATCH = 500;
/** If the database takes longer to find a later consent, the stop takes effect regardless. */
export const LATER_CONSENT_WAIT_MS = 500;
/** A Start may wait so long for its body and its turn. */
const START_WAIT_MAX_MS = 10_000;
/** Longer than storing a consent may take: `START_WAIT_MAX_MS`, 5 s for a connection and 10 s for the transaction. */
export const STORED_WITHIN_MS = 30_000;

/** @throws HttpError `unavailable` */
export function requireFreshStart({ clock }: Clocked, receivedMs: number): void {
  if (clock.now() - receivedMs > START_WAIT_MAX_MS) throw unavailable();
}

/** @param others consents of the person at other events @throws HttpError `conflict` */
export function requireFewConsents(others: number): void {
  if (others >= SHARING_EVENTS_MAX) throw new HttpError('conflict', SHARING_TEXTS.tooMany);
}
