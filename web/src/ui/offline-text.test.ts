import { expect, test } from 'vitest';
import { offlineText } from './offline-text.ts';

test('RT-02 the banner counts what is waiting to be sent', () => {
  expect(offlineText(0)).toBe('You are offline. What you see may be out of date.');
  expect(offlineText(1)).toBe('You are offline. 1 change is waiting to be sent.');
  expect(offlineText(3)).toBe('You are offline. 3 changes are waiting to be sent.');
});
