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
  'javascript:alert(1)',
  'event/7',
  '',
  null,
  undefined,
])('NAV-07 %j is not a page of this origin: /home', (asked) => {
  expect(safeTarget(asked, ORIGIN)).toBe('/home');
});

test.each(['/login', '/login/', '/register?next=/x', '/forgot-password', '/reset-password'])(
  'NAV-07 %s is for signed-out people: /home',
  (asked) => expect(safeTarget(asked, ORIGIN)).toBe('/home'),
);

test('NAV-07 the page asked for survives the way through the address; home needs no memory', () => {
  const address = withNext('/login', '/event/7?from=mail#guests');
  const next = new URL(address, ORIGIN).searchParams.get('next');
  expect(safeTarget(next, ORIGIN)).toBe('/event/7?from=mail#guests');
  expect([withNext('/login', '/'), withNext('/login', null)]).toEqual(['/login', '/login']);
});
