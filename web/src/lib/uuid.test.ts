import { expect, test } from 'vitest';
import { newUuid } from './uuid.ts';

test('CHAT-09 an id is a UUID, also on a page that is not secure', () => {
  const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
  expect(newUuid()).toMatch(uuid);
  const { randomUUID } = crypto;
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
  expect(newUuid()).toMatch(uuid);
  Object.defineProperty(crypto, 'randomUUID', { value: randomUUID, configurable: true });
});
