import { expect, test } from 'vitest';
import { parentOf } from './parent-page.ts';

test.each([
  ['/contacts', '/'],
  ['/profile', '/'],
  ['/event/7', '/'],
  ['/new-event', '/'],
  ['/profile/1b4e28ba-2fa1-11d2-883f-0016d3cca427', '/contacts'],
  ['/add/token', '/contacts'],
  ['/event/7/live', '/event/7'],
  ['/event/7/ar', '/event/7/live'],
  ['/event/7/find/meeting-point', '/event/7/live'],
  ['/chat/7', '/event/7'],
  ['/edit-event/7', '/event/7'],
  ['/invite-friends/7', '/event/7'],
  ['/register', '/login'],
  ['/forgot-password', '/login'],
])('ERR-05 a failed page at %s leads back to %s', (path, parent) => {
  expect(parentOf(path)?.path).toBe(parent);
});

test('ERR-05 home and the first page of a visitor have nothing to go back to', () => {
  expect([parentOf('/'), parentOf('/login')]).toEqual([null, null]);
});
