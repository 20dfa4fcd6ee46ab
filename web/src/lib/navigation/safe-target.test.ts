import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeTarget, withNext } from './safe-target.ts';

const ORIGIN = 'https://here.example';

test('NAV-07 a page of this origin is gone back to, with its query and hash', () => {
  expect(safeTarget('/event/7?from=mail#guests', ORIGIN)).toBe('/event/7?from=mail#guests');
  expect(safeTarget('/', ORIGIN)).toBe('/');
});

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/event\\..\\7',
  '/a/..//evil.example',
  '/.//evil.example',
  '/%2e//evil.example',
  'javascript:alert(1)',
  'event/7',
  '',
  null,
  undefined,
])('NAV-07 %j is not a page of this origin: /home', (asked) => {
  expect(safeTarget(asked, ORIGIN)).toBe('/home');
});

test('NAV-07 whatever is asked for leads to a path of this origin, also when the browser reads it again (S17)', () => {
  const bit = fc.constantFrom(
    '/',
    '//',
    '\\',
    '.',
    '..',
    '/..',
    '%2e',
    '%2f',
    '%5c',
    ':',
    '@',
    '?',
    '#',
    'a',
    ' ',
  );
  const asked = fc.oneof(
    fc.array(bit, { maxLength: 8 }).map((bits) => `/${bits.join('')}`),
    fc.string({ unit: 'binary', maxLength: 12 }).map((text) => `/${text}`),
    fc.webUrl(),
  );
  fc.assert(
    fc.property(asked, (next) => {
      const target = safeTarget(next, ORIGIN);
      expect(target).toMatch(/^\/(?![/\\])/);
      expect(new URL(target, ORIGIN).origin).toBe(ORIGIN);
      expect(safeTarget(target, ORIGIN)).toBe(target);
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  '/login',
  '/login/',
  '/two-step?next=/x',
  '/register?next=/x',
  '/forgot-password',
  '/reset-password',
])('NAV-07 %s is for signed-out people: /home', (asked) => expect(safeTarget(asked, ORIGIN)).toBe('/home'));

test('NAV-07 the page asked for survives the way through the address; home needs no memory', () => {
  const address = withNext('/login', '/event/7?from=mail#guests');
  const next = new URL(address, ORIGIN).searchParams.get('next');
  expect(safeTarget(next, ORIGIN)).toBe('/event/7?from=mail#guests');
  expect([withNext('/login', '/'), withNext('/login', null)]).toEqual(['/login', '/login']);
});
