import { expect, test } from 'vitest';
import { createIdSets } from './id-sets.ts';

test('LIVE-10 the same ids in any order are kept once, others apart', () => {
  const idSet = createIdSets();
  const friends = idSet(['a', 'b']);
  expect(idSet(['b', 'a'])).toBe(friends);
  expect([...friends]).toEqual(['a', 'b']);
  expect(idSet(['a'])).not.toBe(friends);
  expect(idSet([])).toBe(idSet([]));
  expect([...idSet(['a', 'c'])]).toEqual(['a', 'c']);
});
