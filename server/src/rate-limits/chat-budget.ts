import { dropOldest } from '#server/drop-oldest.ts';
import { CHAT_POLICIES } from './policies.ts';
import type { Refusal, SharedLimits } from './shared-limits.ts';

/** Overhead of a message: a row and two index entries. */
const MESSAGE_CHARS = 100;
/** Reserved at once, so that few messages need a statement. More than the longest message. */
const PART_CHARS = 5_000;
const PARTS_MAX = 20_000;

export type ChatBudget = {
  /** Null, or the refusal. Never inside a transaction. */
  take(message: ChatCost): Promise<Refusal | null>;
  giveBack(message: ChatCost): void;
};
type ChatCost = { userId: string; eventId: number; text: string; isAnonymous?: true | undefined };
type Part = { left: number; taking: Promise<Refusal | null> | null };

const costOf = ({ text }: ChatCost): number => MESSAGE_CHARS + text.length;

const minuteOf = ({ userId }: ChatCost) => [{ policy: CHAT_POLICIES.anonymous, subject: userId }];

/** Each process reserves a small part per person and event; a restart loses it. */
export function createChatBudget(shared: SharedLimits): ChatBudget {
  const parts = new Map<string, Part>();

  const partOf = ({ userId, eventId }: ChatCost): Part => {
    const key = `${userId} ${eventId}`;
    const part = parts.get(key) ?? { left: 0, taking: null };
    parts.delete(key);
    parts.set(key, part);
    dropOldest(parts, PARTS_MAX);
    return part;
  };

  const takePart = async (part: Part, { userId, eventId }: ChatCost): Promise<Refusal | null> => {
    try {
      const refusal = await shared.take([
        { policy: CHAT_POLICIES.person, subject: userId, cost: PART_CHARS },
        { policy: CHAT_POLICIES.personAndEvent, subject: `${userId} ${eventId}`, cost: PART_CHARS },
      ]);
      if (refusal === null) part.left += PART_CHARS;
      return refusal;
    } finally {
      part.taking = null;
    }
  };

  return {
    async take(message) {
      const refusal = message.isAnonymous ? await shared.take(minuteOf(message)) : null;
      if (refusal !== null) return refusal;
      const part = partOf(message);
      const cost = costOf(message);
      while (part.left < cost) {
        const full = await (part.taking ??= takePart(part, message));
        if (full !== null) return full;
      }
      part.left -= cost;
      return null;
    },
    giveBack(message) {
      if (message.isAnonymous) void shared.refund(minuteOf(message));
      partOf(message).left += costOf(message);
    },
  };
}
