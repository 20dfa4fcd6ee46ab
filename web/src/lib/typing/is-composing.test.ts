import { expect, test } from 'vitest';
import { isComposing } from './is-composing.ts';

test.each([
  ['Enter', { isComposing: false, keyCode: 13 }, false],
  ['Enter in the middle of a composition', { isComposing: true, keyCode: 13 }, true],
  ['Enter that ends a composition in Chrome', { isComposing: true, keyCode: 229 }, true],
  ['Enter that ends a composition in Safari', { isComposing: false, keyCode: 229 }, true],
])('CHAT-04 EVF-02 %s', (_name, nativeEvent, expected) => {
  expect(isComposing({ nativeEvent })).toBe(expected);
});
