import { expect, test } from 'vitest';
import { offlineText } from './offline-text.ts';

const inOneLine = (isOffline: boolean, waiting: number) => offlineText({ isOffline, waiting }).join(' ');

test('RT-02 offline the line counts unsent messages', () => {
  expect(inOneLine(true, 0)).toBe('You are offline. What you see may be out of date.');
  expect(inOneLine(true, 1)).toBe('You are offline. 1 change is waiting to be sent.');
  expect(inOneLine(true, 3)).toBe('You are offline. 3 changes are waiting to be sent.');
});

test('RT-02 RT-03 the same line counts it where the server cannot be reached', () => {
  expect(inOneLine(false, 0)).toBe('Cannot reach Hereabouts. Trying again...');
  expect(inOneLine(false, 1)).toBe(
    'Cannot reach Hereabouts. Trying again... 1 change is waiting to be sent.',
  );
  expect(inOneLine(false, 2)).toBe(
    'Cannot reach Hereabouts. Trying again... 2 changes are waiting to be sent.',
  );
});
