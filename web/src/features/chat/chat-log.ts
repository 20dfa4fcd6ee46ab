import type { ChatMessage, ChatPage } from '@hereabouts/contract/chat';

/** This page's part of a chat's log. Messages arrive in any order and repeatedly; the same messages always make the same log
 * (CHAT-09). Only the gapless run around `anchor` is shown. */
export type ChatLog = {
  readonly event: ChatPage['event'];
  /** By `seq` ascending, each once; may have gaps. */
  readonly messages: readonly ChatMessage[];
  /** The newest message of the page that was read first; 0 in an empty room. */
  readonly anchor: number;
  readonly lastSeq: number;
  readonly readSeq: number;
  /** How many messages have been removed, as far as this page knows. */
  readonly removedCount: number;
  /** How many removals `messages` already reflects. */
  readonly removedApplied: number;
  /** From the device or from before the room was left. It may show what is hidden by now, so the next read starts a new log. */
  readonly isKept?: true;
  /** Somebody reads further up in a long log: live messages are not added but read later, as a gap. */
  readonly isFull?: true;
};

const KEPT_MESSAGES = 50;
/** More than a room opens with, back to its first unread message. */
const LONG_MESSAGES = 1_000;
const CUT_MESSAGES = 250;
/** If more messages arrive at once, only this many, the newest, are drawn. */
const DRAWN_MESSAGES = 50;

/** @param page the latest page, as the room is read first */
export function startLog(page: ChatPage): ChatLog {
  const { event, messages, read_seq: readSeq, removed_count: removedCount = 0 } = page;
  const anchor = messages.at(-1)?.seq ?? 0;
  const lastSeq = Math.max(page.last_seq, anchor);
  return { event, messages, anchor, lastSeq, readSeq, removedCount, removedApplied: removedCount };
}

export function keptLog(log: ChatLog): ChatLog {
  const messages = shownOf(log).slice(-KEPT_MESSAGES);
  const anchor = messages.at(-1)?.seq ?? 0;
  const { isFull: _, ...kept } = log;
  return { ...kept, messages, anchor, lastSeq: anchor, isKept: true };
}

/** Limits how many messages a page holds. At the end of the log the oldest are dropped, and read again when somebody scrolls up;
 * further up nothing moves, and new messages are read later. */
export function limitLog(log: ChatLog, isAtBottom: boolean): ChatLog {
  const shown = shownOf(log);
  const isLong = shown.length > LONG_MESSAGES;
  if (!isAtBottom) return isLong && !log.isFull ? { ...log, isFull: true } : log;
  if (!isLong && !log.isFull) return log;
  const { isFull: _, ...rest } = log;
  const messages = isLong ? shown.slice(-CUT_MESSAGES) : shown;
  return { ...rest, messages, anchor: messages.at(-1)?.seq ?? 0 };
}

/** As `limitLog`, for a log to which so many messages have just been added. */
export function limitBurst(log: ChatLog, count: number, isAtBottom: boolean): ChatLog {
  if (count <= DRAWN_MESSAGES || (log.isFull && !isAtBottom)) return log;
  if (!isAtBottom) return { ...log, isFull: true };
  const messages = shownOf(log).slice(-DRAWN_MESSAGES);
  return { ...log, messages, anchor: messages.at(-1)?.seq ?? 0 };
}

/** Live messages. Pages are added by `addPage`. */
export const receiveMessages = (log: ChatLog, added: readonly ChatMessage[]): ChatLog =>
  log.isFull ? addMessages(log, [], added.at(-1)?.seq) : addMessages(log, added);

/** `page` may be from anywhere in the log. */
export function addPage(log: ChatLog, page: ChatPage): ChatLog {
  return {
    ...noteRemovals(addMessages(log, page.messages, page.last_seq), page.removed_count),
    event: page.event,
    readSeq: Math.max(log.readSeq, page.read_seq),
  };
}

/** @param lastSeq the newest message, if the server sent it */
export function addMessages(log: ChatLog, added: readonly ChatMessage[], lastSeq = 0): ChatLog {
  const messages = merge(log.messages, added);
  const newest = Math.max(log.lastSeq, lastSeq, messages.at(-1)?.seq ?? 0);
  return messages === log.messages && newest === log.lastSeq ? log : { ...log, messages, lastSeq: newest };
}

/** There may be removals that this page has not heard of. */
export const noteRemovals = (log: ChatLog, removedCount = 0): ChatLog =>
  removedCount > log.removedCount ? { ...log, removedCount } : log;

/** Marks messages and removals that `known` has heard of but `log` lacks, so that they are read like any other gap or removal. */
export const catchUp = (log: ChatLog, known: ChatLog): ChatLog =>
  markRead(noteRemovals(addMessages(log, [], known.lastSeq), known.removedCount), known.readSeq);

/** The known messages have been read again, and show so many removals. */
export const applyRemovals = (log: ChatLog, removedCount: number): ChatLog =>
  removedCount > log.removedApplied
    ? { ...noteRemovals(log, removedCount), removedApplied: removedCount }
    : log;

/** @param removal the message as it is now, and the number of removals including it; earlier ones may be missing. Also notes the
 * removal of an unknown message, whose text may still arrive in a page or by another connection. */
export function removeMessage(
  log: ChatLog,
  removal: { message: ChatMessage; removed_count: number },
): ChatLog {
  const { message, removed_count: removedCount } = removal;
  const next = addMessages(log, [message]);
  return removedCount === log.removedApplied + 1
    ? applyRemovals(next, removedCount)
    : noteRemovals(next, removedCount);
}

export const markRead = (log: ChatLog, readSeq: number): ChatLog =>
  readSeq > log.readSeq ? { ...log, readSeq } : log;

export function shownOf({ messages, anchor }: ChatLog): readonly ChatMessage[] {
  const at = anchor === 0 ? 0 : messages.findIndex(({ seq }) => seq === anchor);
  if (at === -1) return [];
  let from = at;
  let to = at;
  while (from > 0 && seqAt(messages, from - 1) === seqAt(messages, from) - 1) from -= 1;
  if (anchor === 0 && messages[0]?.seq !== 1) return [];
  while (to < messages.length - 1 && seqAt(messages, to + 1) === seqAt(messages, to) + 1) to += 1;
  return from === 0 && to === messages.length - 1 ? messages : messages.slice(from, to + 1);
}

/** The last message up to which nothing is missing: where a join goes on. */
export const reachOf = (log: ChatLog): number => shownOf(log).at(-1)?.seq ?? log.anchor;

const seqAt = (messages: readonly ChatMessage[], index: number): number => messages[index]?.seq ?? NaN;

function merge(known: readonly ChatMessage[], added: readonly ChatMessage[]): readonly ChatMessage[] {
  const bySeq = new Map<number, ChatMessage>();
  for (const message of added) bySeq.set(message.seq, message);
  let isChanged = false;
  const kept = known.map((message) => {
    const news = bySeq.get(message.seq);
    bySeq.delete(message.seq);
    if (!news || isSame(message, news) || isOvertaken(message, news)) return message;
    isChanged = true;
    return news;
  });
  if (bySeq.size === 0) return isChanged ? kept : known;
  const fresh = [...bySeq.values()].toSorted(bySequence);
  // Fast path: new messages usually follow all known ones.
  if (seqAt(fresh, 0) > (kept.at(-1)?.seq ?? 0)) return [...kept, ...fresh];
  return [...kept, ...fresh].toSorted(bySequence);
}

/** A removal is final; the words may arrive after it, by another way. */
const isOvertaken = (known: ChatMessage, news: ChatMessage): boolean =>
  known.kind === 'removed' && news.kind !== 'removed' && news.kind !== 'hidden';

const bySequence = (a: ChatMessage, b: ChatMessage) => a.seq - b.seq;

/** What can change of a stored message: its sender's name and picture, and whether it is to be seen. */
const isSame = (a: ChatMessage, b: ChatMessage): boolean =>
  a.id === b.id &&
  a.kind === b.kind &&
  a.message === b.message &&
  a.sender?.id === b.sender?.id &&
  a.sender?.name === b.sender?.name &&
  a.sender?.image === b.sender?.image;
