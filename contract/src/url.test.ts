import { expect, test } from 'vitest';
import { routeUrl } from './url.ts';

test('parameters are escaped, undefined ones omitted', () => {
  const url = routeUrl(
    { path: '/api/x/{id}' },
    { params: { id: 'a/b' }, query: { search: 'é&', cursor: undefined } },
  );
  expect(url).toBe('/api/x/a%2Fb?search=%C3%A9%26');
});

test('a missing path parameter is a mistake of the caller', () => {
  expect(() => routeUrl({ path: '/api/x/{id}' })).toThrow('needs id');
});
