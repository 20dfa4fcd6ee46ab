import type { ChatMessage, ChatPage } from '@hereabouts/contract/chat';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addMessages,
  addPage,
  applyRemovals,
  receiveMessages,
  limitBurst,
  limitLog,
  markRead,
  noteRemovals,
  reachOf,
  removeMessage,
  shownOf,
  startLog,
  type ChatLog,
} from './chat-log.ts';

const EVENT = { id: 7, title: 'Bonfire', is_cancelled: false };
const PEOPLE = ['marie', 'tom', 'zoë'];

const message = (seq: number): ChatMessage => {
  const name = PEOPLE[seq % PEOPLE.length] ?? '';
  return {
    id: `00000000-0000-4000-8000-${String(seq).padStart(12, '0')}`,
    seq,
    kind: 'text',
    message: `message ${seq}`,
    created_at: new Date(seq * 60_000).toISOString(),
    sender: { id: name, name, image: null },
  };
};
const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => message(from + index));
const page = (from: number, to: number, lastSeq: number, readSeq = 0): ChatPage => ({
  event: EVENT,
  messages: range(from, to),
  has_more: from > 1,
  last_seq: lastSeq,
  read_seq: readSeq,
});
const seqs = (log: ChatLog) => shownOf(log).map(({ seq }) => seq);

test('CHAT-09 any order of pages, live messages, echoes and re-sends gives the same log, nothing doubled', () => {
  const scenario = fc
    .record({ total: fc.integer({ min: 0, max: 60 }), atStart: fc.integer({ min: 0, max: 60 }) })
    .chain(({ total, atStart }) => {
      const known = Math.min(total, atStart);
      const first = Math.max(1, known - 9);
      const slice = fc
        .tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 12 }))
        .map(([from, length]) => range(from, Math.min(total, from + length)));
      return fc.record({
        total: fc.constant(total),
        start: fc.constant(page(first, known, known)),
        arrivals: fc.array(slice, { maxLength: 30 }),
        // Each message at least once, in any order.
        rest: fc.shuffledSubarray(range(1, total), { minLength: total, maxLength: total }),
        seed: fc.integer(),
      });
    });
  fc.assert(
    fc.property(scenario, ({ total, start, arrivals, rest }) => {
      let log = startLog(start);
      for (const arrival of arrivals) {
        log = addMessages(log, arrival);
        const shown = seqs(log);
        // At every moment: no gap, no double, and never less than before.
        expect(shown).toEqual(range(shown[0] ?? 1, shown.at(-1) ?? 0).map(({ seq }) => seq));
      }
      for (const one of rest) log = addMessages(log, [one]);
      expect(shownOf(log)).toEqual(range(1, total));
      expect(log.lastSeq).toBe(total);
    }),
  );
});

test('CHAT-09 what comes beyond a gap waits until the gap is filled', () => {
  let log = addMessages(startLog(page(1, 3, 3)), [message(5), message(6)]);
  expect(seqs(log)).toEqual([1, 2, 3]);
  expect([reachOf(log), log.lastSeq]).toEqual([3, 6]);
  log = addMessages(log, [message(4)]);
  expect(seqs(log)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(reachOf(log)).toBe(6);
});

test('CHAT-09 a room that was empty shows nothing before its first message', () => {
  const empty = startLog(page(1, 0, 0));
  expect([seqs(empty), reachOf(empty)]).toEqual([[], 0]);
  expect(seqs(addMessages(empty, [message(2)]))).toEqual([]);
  expect(seqs(addMessages(empty, [message(2), message(1)]))).toEqual([1, 2]);
});

test('CHAT-10 an older page is prepended', () => {
  const log = addPage(startLog(page(51, 60, 60)), page(41, 50, 60));
  expect([seqs(log)[0], seqs(log).length]).toEqual([41, 20]);
});

test('CHAT-09 what has changed of a message takes its place; what has not changes nothing', () => {
  const log = startLog(page(1, 3, 3));
  expect(addMessages(log, range(2, 3))).toBe(log);
  const gone = addMessages(log, [{ ...message(2), sender: null }]);
  expect(shownOf(gone)[1]?.sender).toBeNull();
  expect(shownOf(gone)[0]).toBe(shownOf(log)[0]);
});

test('CHAT-12 how far one has read never goes back', () => {
  const log = markRead(startLog(page(1, 9, 9, 4)), 6);
  expect(log.readSeq).toBe(6);
  expect(markRead(log, 5)).toBe(log);
  expect(addPage(log, page(1, 9, 9, 4)).readSeq).toBe(6);
});

const removed = (seq: number): ChatMessage => ({ ...message(seq), kind: 'removed', message: 'Removed' });
const isBehind = ({ removedApplied, removedCount }: ChatLog) => removedApplied < removedCount;

test('OPS-12 a removal heard in turn replaces the message; its words do not come back late', () => {
  const log = removeMessage(startLog(page(1, 3, 3)), { message: removed(2), removed_count: 1 });
  expect(shownOf(log)).toEqual([message(1), removed(2), message(3)]);
  expect(isBehind(log)).toBe(false);
  expect(shownOf(addMessages(log, [message(2)]))).toEqual([message(1), removed(2), message(3)]);
  const hidden: ChatMessage = { ...message(2), kind: 'hidden', message: '', sender: null };
  expect(shownOf(addMessages(log, [hidden]))[1]).toEqual(hidden);
});

test('OPS-12 a removal that was missed makes the page read again', () => {
  const log = startLog({ ...page(3, 5, 5), removed_count: 1 });
  expect(isBehind(log)).toBe(false);
  expect(isBehind(noteRemovals(log, 2))).toBe(true);
  expect(isBehind(addPage(log, { ...page(4, 5, 5), removed_count: 2 }))).toBe(true);
  const skipped = removeMessage(log, { message: removed(4), removed_count: 3 });
  expect([shownOf(skipped)[1], isBehind(skipped)]).toEqual([removed(4), true]);
  expect(isBehind(applyRemovals(skipped, 2))).toBe(true);
  expect(isBehind(applyRemovals(skipped, 3))).toBe(false);
  const older = removeMessage(log, { message: removed(1), removed_count: 2 });
  expect([seqs(older), isBehind(older)]).toEqual([[3, 4, 5], false]);
});

test('OPS-12 a page that was on its way brings back no words of a message removed meanwhile', () => {
  const known = startLog(page(4, 6, 6));
  const older = removeMessage(known, { message: removed(2), removed_count: 1 });
  expect(shownOf(addPage(older, page(1, 3, 6)))).toEqual([message(1), removed(2), ...range(3, 6)]);
  const beforeGap = removeMessage(addMessages(known, [], 9), { message: removed(8), removed_count: 1 });
  expect(reachOf(beforeGap)).toBe(6);
  expect(shownOf(addPage(beforeGap, page(7, 9, 9)))).toEqual([...range(4, 7), removed(8), message(9)]);
});

test('a removal heard before the words of its message keeps them away', () => {
  const log = removeMessage(startLog(page(1, 3, 3)), { message: removed(4), removed_count: 1 });
  expect(isBehind(log)).toBe(false);
  expect(shownOf(addMessages(log, [message(4)]))).toEqual([message(1), message(2), message(3), removed(4)]);
});

test('CHAT-10 a long log that is read at its end is cut there, and what went comes back as older messages', () => {
  const log = addMessages(startLog(page(981, 1_000, 1_000)), range(1, 1_001));
  const cut = limitLog(log, true);
  expect([seqs(cut)[0], seqs(cut).at(-1), cut.lastSeq]).toEqual([752, 1_001, 1_001]);
  expect(limitLog(cut, true)).toBe(cut);
  const next = receiveMessages(cut, range(1_002, 1_002));
  expect(reachOf(next)).toBe(1_002);
  expect(seqs(addPage(next, page(702, 751, 1_002)))[0]).toBe(702);
});

test('CHAT-10 in a long log that is read further up nothing moves: what is new waits, and is a gap at the end', () => {
  const log = addMessages(startLog(page(981, 1_000, 1_000)), range(1, 1_001));
  const full = limitLog(log, false);
  expect(seqs(full)).toEqual(seqs(log));
  expect(limitLog(full, false)).toBe(full);
  const later = receiveMessages(full, range(1_002, 1_100));
  expect([seqs(later).length, later.lastSeq]).toEqual([1_001, 1_100]);
  const atEnd = limitLog(later, true);
  expect([reachOf(atEnd), atEnd.lastSeq, atEnd.isFull]).toEqual([1_001, 1_100, undefined]);
  expect(reachOf(addPage(atEnd, page(1_002, 1_100, 1_100)))).toBe(1_100);
  const short = startLog(page(1, 20, 20));
  for (const isAtBottom of [true, false]) expect(limitLog(short, isAtBottom)).toBe(short);
});

test('CHAT-06 of a crowd of messages that come at once the newest are shown at the end, and all wait further up', () => {
  const log = addMessages(startLog(page(1, 20, 20)), range(21, 120));
  expect(limitBurst(log, 50, true)).toBe(log);
  const cut = limitBurst(log, 100, true);
  expect([seqs(cut)[0], reachOf(cut)]).toEqual([71, 120]);
  expect(seqs(addPage(cut, page(21, 70, 120)))[0]).toBe(21);
  const full = limitBurst(log, 100, false);
  expect(seqs(full)).toEqual(seqs(log));
  expect(reachOf(receiveMessages(full, range(121, 130)))).toBe(120);
});
