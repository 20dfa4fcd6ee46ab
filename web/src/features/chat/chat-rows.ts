import type { ChatMessage } from '@hereabouts/contract/chat';
import { dayKey } from '#web/lib/time/dates.ts';

export type ChatRow = {
  readonly message: ChatMessage;
  /** The day it begins, in the viewer's zone (CHAT-02). */
  readonly opensDay: boolean;
  /** The first of several in a row by one person: shows name and picture. */
  readonly opensGroup: boolean;
  readonly closesGroup: boolean;
};

export type ChatBlock = {
  readonly key: number;
  readonly messages: readonly ChatMessage[];
  /** Neighbours in other blocks. */
  readonly previous: ChatMessage | null;
  readonly next: ChatMessage | null;
};

const BLOCK_SIZE = 50;

export const isVisible = ({ kind }: ChatMessage): boolean => kind !== 'hidden';

/** Messages after `readSeq`, never the viewer's own (CHAT-12). */
export const newTo =
  (viewerId: string, readSeq: number) =>
  ({ seq, sender }: ChatMessage): boolean =>
    seq > readSeq && sender?.id !== viewerId;

/** Cuts the log into blocks by `seq`. @param before the previous blocks; unchanged ones are reused
 * @returns `before` itself if nothing changed */
export function blocksOf(
  messages: readonly ChatMessage[],
  before: readonly ChatBlock[],
): readonly ChatBlock[] {
  const groups: { key: number; messages: ChatMessage[] }[] = [];
  for (const message of messages) {
    const key = Math.floor(message.seq / BLOCK_SIZE);
    const last = groups.at(-1);
    if (last?.key === key) last.messages.push(message);
    else groups.push({ key, messages: [message] });
  }
  const known = new Map(before.map((block) => [block.key, block]));
  const blocks = groups.map(({ key, messages: own }, index) => {
    const block: ChatBlock = {
      key,
      messages: own,
      previous: groups[index - 1]?.messages.at(-1) ?? null,
      next: groups[index + 1]?.messages[0] ?? null,
    };
    const old = known.get(key);
    return old && isSameBlock(old, block) ? old : block;
  });
  const isUnchanged =
    blocks.length === before.length && blocks.every((block, index) => block === before[index]);
  return isUnchanged ? before : blocks;
}

const isSameBlock = (a: ChatBlock, b: ChatBlock): boolean =>
  a.previous === b.previous &&
  a.next === b.next &&
  a.messages.length === b.messages.length &&
  a.messages.every((message, index) => message === b.messages[index]);

/** Source: CHAT-02. */
export function rowsOf({ messages, previous, next }: ChatBlock, timeZone?: string): ChatRow[] {
  return messages.map((message, index) => {
    const before = messages[index - 1] ?? previous;
    const after = messages[index + 1] ?? next;
    const day = dayKey(message.created_at, timeZone);
    const opensDay = before === null || dayKey(before.created_at, timeZone) !== day;
    const closesDay = after === null || dayKey(after.created_at, timeZone) !== day;
    return {
      message,
      opensDay,
      opensGroup: opensDay || !isSameVoice(before, message),
      closesGroup: closesDay || !isSameVoice(message, after),
    };
  });
}

const isSameVoice = (a: ChatMessage | null, b: ChatMessage | null): boolean =>
  isVoice(a) && isVoice(b) && a?.sender?.id === b?.sender?.id;

const isVoice = (message: ChatMessage | null): boolean =>
  message?.kind === 'text' || message?.kind === 'removed';
