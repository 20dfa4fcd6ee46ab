import { expect, test } from 'vitest';
import { compactPhone } from './use-address.ts';

test('LOGIN-08 a phone number is sent without what people put between its digits', () => {
  expect(compactPhone('+44 (7797) 712-345')).toBe('+447797712345');
  expect(compactPhone('0044 7797 712345')).toBe('+447797712345');
});
