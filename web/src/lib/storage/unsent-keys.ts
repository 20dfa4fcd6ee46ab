export const OUTBOX_PREFIX = 'hereabouts.outbox.';

/** Unconfirmed stops of sharing; followed by the person's id, a dot, the event's. */
export const STOPS_PREFIX = 'hereabouts.stop.';

/** Waiting answers to invitations; followed by the person's id, a dot, the event's. */
export const ANSWERS_PREFIX = 'hereabouts.answer.';

/** Unsent messages, one per key, on this device. */
export const outboxPrefixOf = (userId: string): string => `${OUTBOX_PREFIX}${userId}.`;
