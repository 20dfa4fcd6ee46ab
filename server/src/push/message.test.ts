import type { PushMessage } from '@hereabouts/contract/push';
import { expect, test } from 'vitest';
import { isoOf } from '#server/clock.ts';
import { writeMessage } from './message.ts';

const NOW_MS = 100;
const about = { title: 'Swim', body: 'Marie invited you', tag: 'tag', path: '/event/1', at: isoOf(90) };

/** With sixty unread news, the newest of which came at 60 ms; each tag is so long. */
function written(tagLength: number, isWhole: boolean): PushMessage {
  const unread = Array.from({ length: 60 }, (_, nth) => ({
    tag: `${nth}`.padEnd(tagLength, '-'),
    at: isoOf(60 - nth),
  }));
  const shown = { unread, isWhole, read_chats: [], asOf: isoOf(NOW_MS) };
  return JSON.parse(writeMessage(about, shown)) as PushMessage;
}

test('PUSH-05 a push says when its lists were read, and until when they leave unread news out', () => {
  const whole = written(16, true);
  expect([whole.keep.length, whole.as_of, whole.keep_until]).toEqual([60, isoOf(NOW_MS), undefined]);
  const first = written(16, false);
  expect([first.keep.length, first.keep_until]).toEqual([60, isoOf(1)]);
  const cut = written(100, true);
  expect([cut.keep.length, cut.keep_until]).toEqual([30, isoOf(31)]);
  const none = written(4_000, true);
  expect([none.keep.length, none.keep_until]).toEqual([0, isoOf(NOW_MS)]);
});
