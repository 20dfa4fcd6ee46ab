import { expect, test } from 'vitest';
import { cutPage, decodeCursor, encodeCursor, nameKey, pageLimit } from './page-cursor.ts';

const ID = '7f0d3c1e-0a55-4b7e-9a51-9f6b0a7c2d11';
const base64url = (text: string) => Buffer.from(text).toString('base64url');

test('CONT-09 a cursor gives back the sort key it was made from', () => {
  expect(decodeCursor(nameKey, encodeCursor(['łukasz "le brocq"', ID]))).toEqual(['łukasz "le brocq"', ID]);
  expect(decodeCursor(nameKey, undefined)).toBeNull();
});

test('CONT-09 the longest name fits the contract', () => {
  expect(encodeCursor(['\u0001'.repeat(100), ID]).length).toBeLessThanOrEqual(1_000);
});

test.each([
  ['no base64', '%%%'],
  ['no JSON', base64url('[')],
  ['another key', encodeCursor([1, ID])],
  ['too short a key', encodeCursor(['anna'])],
  ['text that cannot be stored', base64url(String.raw`["\u0000","${ID}"]`)],
  ['half a surrogate pair', base64url(String.raw`["\ud800","${ID}"]`)],
])('CONT-09 a cursor with %s is refused', (_, cursor) => {
  expect(() => decodeCursor(nameKey, cursor)).toThrow(expect.objectContaining({ code: 'invalid' }));
});

test('CONT-09 a page ends with a cursor only where more follows', () => {
  const keyOf = (row: number) => [row];
  expect(cutPage([1, 2, 3], 2, keyOf)).toEqual({ rows: [1, 2], nextCursor: encodeCursor([2]) });
  expect(cutPage([1, 2], 2, keyOf)).toEqual({ rows: [1, 2], nextCursor: null });
  expect(cutPage([], 2, keyOf)).toEqual({ rows: [], nextCursor: null });
  expect(pageLimit(undefined)).toBe(50);
});
