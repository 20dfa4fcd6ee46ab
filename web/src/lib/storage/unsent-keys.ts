export const OUTBOX_PREFIX = 'hereabouts.outbox.';

/** Event of the page after messages and answers of a guest have become those of an account. */
export const UNSENT_MOVED = 'hereabouts:unsent-moved';

/** Unconfirmed stops of sharing; followed by the person's id, a dot, the event's. */
export const STOPS_PREFIX = 'hereabouts.stop.';

/** Waiting answers to invitations; followed by the person's id, a dot, the event's. */
export const ANSWERS_PREFIX = 'hereabouts.answer.';

/** Unsent messages, one per key, on this device. */
export const outboxPrefixOf = (userId: string): string => `${OUTBOX_PREFIX}${userId}.`;
