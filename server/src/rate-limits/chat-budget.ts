import { addressKey, networkKey } from '#server/auth/limits/address-key.ts';
import { dropOldest } from '#server/drop-oldest.ts';
import { CHAT_POLICIES, newAccountsChat } from './policies.ts';
import type { Charge, Refusal, SharedLimits } from './shared-limits.ts';

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
type ChatCost = {
  userId: string;
  eventId: number;
  text: string;
  isAnonymous?: true | undefined;
  ip: string;
};
/** Of new accounts of one network address, in a day. */
type NewAccounts = { chars: number; isNew: (userId: string) => Promise<boolean> };
type Part = { left: number; taking: Promise<Refusal | null> | null; isNew: boolean | null };

const costOf = ({ text }: ChatCost): number => MESSAGE_CHARS + text.length;

const minuteOf = ({ userId }: ChatCost) => [{ policy: CHAT_POLICIES.anonymous, subject: userId }];

/** Each process reserves a small part per person and event, and per network address; a restart loses it. */
export function createChatBudget(shared: SharedLimits, newAccounts: NewAccounts): ChatBudget {
  const ofNewAccounts = newAccountsChat(newAccounts.chars);
  const networksOf = (ip: string) => [
    { policy: ofNewAccounts.address, subject: addressKey(ip) },
    ...(networkKey(ip) === null ? [] : [{ policy: ofNewAccounts.network, subject: networkKey(ip) ?? '' }]),
  ];
  const parts = new Map<string, Part>();

  const partOf = (key: string): Part => {
    const part = parts.get(key) ?? { left: 0, taking: null, isNew: null };
    parts.delete(key);
    parts.set(key, part);
    dropOldest(parts, PARTS_MAX);
    return part;
  };
  const ownPart = ({ userId, eventId }: ChatCost): Part => partOf(`${userId} ${eventId}`);
  const addressPart = ({ ip }: ChatCost): Part => partOf(`from ${addressKey(ip)}`);

  const takePart = async (part: Part, charges: readonly Charge[]): Promise<Refusal | null> => {
    try {
      const refusal = await shared.take(charges.map((charge) => ({ ...charge, cost: PART_CHARS })));
      if (refusal === null) part.left += PART_CHARS;
      return refusal;
    } finally {
      // An account grows old.
      part.isNew = null;
      part.taking = null;
    }
  };
  const takeFrom = async (part: Part, cost: number, charges: readonly Charge[]): Promise<Refusal | null> => {
    while (part.left < cost) {
      const full = await (part.taking ??= takePart(part, charges));
      if (full !== null) return full;
    }
    part.left -= cost;
    return null;
  };

  return {
    async take(message) {
      const refusal = message.isAnonymous ? await shared.take(minuteOf(message)) : null;
      if (refusal !== null) return refusal;
      const { userId, eventId, ip } = message;
      const [own, cost] = [ownPart(message), costOf(message)];
      const ofPerson = [
        { policy: CHAT_POLICIES.person, subject: userId },
        { policy: CHAT_POLICIES.personAndEvent, subject: `${userId} ${eventId}` },
      ];
      const isFull = await takeFrom(own, cost, ofPerson);
      if (isFull !== null) return isFull;
      own.isNew ??= await newAccounts.isNew(userId);
      if (!own.isNew) return null;
      const isFullHere = await takeFrom(addressPart(message), cost, networksOf(ip));
      if (isFullHere !== null) own.left += cost;
      return isFullHere;
    },
    giveBack(message) {
      if (message.isAnonymous) void shared.refund(minuteOf(message));
      const own = ownPart(message);
      own.left += costOf(message);
      if (own.isNew === true) addressPart(message).left += costOf(message);
    },
  };
}
