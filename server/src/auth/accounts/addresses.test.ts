import { expect, test } from 'vitest';
import { normaliseEmail, normalisePhone } from './addresses.ts';
import { redirectPath } from '#server/auth/http/link-origin.ts';

test('an e-mail address is one address, in one spelling', () => {
  expect(normaliseEmail('  Ann.Other+tag@Example.ORG ')).toBe('ann.other+tag@example.org');
  expect(normaliseEmail('zoë@bücher.example')).toBe('zoë@bücher.example');
  const wrong = [
    'ann',
    '@example.org',
    'ann@',
    'a b@example.org',
    'a@b@example.org',
    'ann@example.org\r\nBcc: eve@example.org',
    'ann@example.org,eve@example.org',
    'Ann <ann@example.org>',
    'ann@-example.org',
    'ann@example..org',
    `${'a'.repeat(65)}@example.org`,
    `ann@${'a'.repeat(260)}.org`,
    'ann@exa\u202emple.org',
  ];
  for (const text of wrong) expect(() => normaliseEmail(text), text).toThrow('not a valid email');
});

test('a phone number is read as people write it', () => {
  for (const text of ['07797 712345', '+44 (0)7797 712345', '0044 7797 712345', '+447797712345']) {
    expect(normalisePhone(text)).toBe('+447797712345');
  }
  expect(normalisePhone('+33 6 12 34 56 78')).toBe('+33612345678');
  for (const text of ['12', 'phone', '+999123456789', `+44${'1'.repeat(60)}`]) {
    expect(() => normalisePhone(text), text).toThrow('not a valid phone');
  }
});

test('a link leads to a path of this origin', () => {
  const origin = 'https://hereabouts.example';
  const to = (wanted: string | undefined) => redirectPath(wanted, origin, '/');
  expect(to(undefined)).toBe('/');
  expect(to(`${origin}/event/4?tab=1#x`)).toBe('/event/4?tab=1');
  expect(to('/event/4')).toBe('/event/4');
  for (const wanted of [
    'https://evil.example/',
    '//evil.example/',
    '\\\\evil.example',
    'javascript:alert(1)',
    'http://hereabouts.example/',
  ]) {
    expect([wanted, to(wanted)]).toEqual([wanted, '/']);
  }
  expect(to(`${origin}//evil.example`)).toBe('/evil.example');
  expect(to(`${origin}/\\evil.example`)).toBe('/evil.example');
});
