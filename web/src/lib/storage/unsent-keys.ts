export const OUTBOX_PREFIX = 'hereabouts.outbox.';

/** Before the keys of stops of sharing that the server does not know yet: the person's id, a dot, the event's. */
export const STOPS_PREFIX = 'hereabouts.stop.';

/** Before the keys of answers to invitations that wait to be sent: the person's id, a dot, the event's. */
export const ANSWERS_PREFIX = 'hereabouts.answer.';

/** Before the keys of what one person has written and not yet sent, one a message, on this device. */
export const outboxPrefixOf = (userId: string): string => `${OUTBOX_PREFIX}${userId}.`;
