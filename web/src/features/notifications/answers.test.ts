import type { Notification } from '@hereabouts/contract/notifications';
import { expect, test } from 'vitest';
import { withKept } from './answers.ts';

const notification = (id: number, is_read: boolean, can_answer = true) =>
  ({ id, is_read, invitation: { can_answer } }) as Notification;

test.each([
  ['is still listed as unread', [notification(2, false, false)], false],
  ['has been marked as read since', [notification(2, true, false)], true],
  ['has left the list', [], true],
])('NOTE-03 what was answered and %s keeps its place and its words', (_, listed, isRead) => {
  const [newest, oldest] = [notification(3, true), notification(1, false)];
  const kept = new Map([[2, notification(2, false)]]);
  expect(withKept([newest, ...listed, oldest], kept)).toEqual([newest, notification(2, isRead), oldest]);
});
