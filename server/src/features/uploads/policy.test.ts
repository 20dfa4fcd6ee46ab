import { expect, test } from 'vitest';
import { canStartUpload } from './policy.ts';

test('one person has three uploads on the way at most, everybody together sixteen', () => {
  expect(canStartUpload({ own: 2, all: 15 })).toBe(true);
  expect(canStartUpload({ own: 3, all: 3 })).toBe(false);
  expect(canStartUpload({ own: 0, all: 16 })).toBe(false);
});
