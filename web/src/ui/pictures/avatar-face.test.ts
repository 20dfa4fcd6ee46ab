import { expect, test } from 'vitest';
import { avatarHue, initialOf } from './avatar-face.ts';

test('EVD-08 the initial is the first letter a reader sees, in any script', () => {
  expect(initialOf('  élodie')).toBe('É');
  expect(initialOf('محمد')).toBe('م');
  expect(initialOf('(Bob)')).toBe('B');
  expect(initialOf('   ')).toBeNull();
});

test('a person keeps their colour, and people differ', () => {
  const ids = Array.from(
    { length: 64 },
    (_, index) => `5f0f9c1e-0000-4000-8000-${String(index).padStart(12, '0')}`,
  );
  expect(avatarHue(ids[0] ?? '')).toBe(avatarHue(ids[0] ?? ''));
  expect(new Set(ids.map(avatarHue)).size).toBe(8);
});
