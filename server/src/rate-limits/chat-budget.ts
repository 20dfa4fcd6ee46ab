import type { NewAccountsText } from './new-accounts-text.ts';
import { CHAT_POLICIES } from './policies.ts';
import { createReservations } from './reservations.ts';
import type { Refusal, SharedLimits } from './shared-limits.ts';

/** A message costs a row and two index entries. */
const MESSAGE_CHARS = 100;

export type ChatBudget = {
  /** Never inside a transaction. */
  take(message: ChatCost): Promise<Refusal | null>;
  /** Refunds what was not stored. */
  storeCharged<T>(message: ChatCost, store: () => Promise<T>, isStored: (result: T) => boolean): Promise<T>;
};
type ChatCost = {
  userId: string;
  eventId: number;
  text: string;
  isAnonymous?: true | undefined;
  ip: string;
};

const minuteOf = ({ userId }: ChatCost) => [{ policy: CHAT_POLICIES.anonymous, subject: userId }];

export function createChatBudget(shared: SharedLimits, newAccounts: NewAccountsText): ChatBudget {
  const reservations = createReservations(shared);
  const keyOf = ({ userId, eventId }: ChatCost) => `${userId} ${eventId}`;
  const textOf = ({ userId, ip, text }: ChatCost) => ({ userId, ip, chars: MESSAGE_CHARS + text.length });

  const refund = (message: ChatCost) => {
    if (message.isAnonymous) void shared.refund(minuteOf(message));
    reservations.refund(keyOf(message), textOf(message).chars);
    newAccounts.refund(textOf(message));
  };

  return {
    async take(message) {
      const refusal = message.isAnonymous ? await shared.take(minuteOf(message)) : null;
      if (refusal !== null) return refusal;
      const { chars } = textOf(message);
      const own = await reservations.take(keyOf(message), chars, [
        { policy: CHAT_POLICIES.person, subject: message.userId },
        { policy: CHAT_POLICIES.personAndEvent, subject: keyOf(message) },
      ]);
      if (own !== null) return own;
      const ofAddress = await newAccounts.take(textOf(message));
      if (ofAddress !== null) reservations.refund(keyOf(message), chars);
      return ofAddress;
    },
    async storeCharged(message, store, isStored) {
      let isKept = false;
      try {
        const result = await store();
        isKept = isStored(result);
        return result;
      } finally {
        if (!isKept) refund(message);
      }
    },
  };
}
