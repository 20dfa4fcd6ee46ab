import { expect, test } from 'vitest';
import { uniqueById } from './unique-by-id.ts';

test('of items on two pages the first is kept, in its place', () => {
  const [first, second] = [
    [
      { id: 1, name: 'Ann' },
      { id: 2, name: 'Bob' },
    ],
    [
      { id: 2, name: 'Rob' },
      { id: 3, name: 'Cat' },
    ],
  ];
  expect(uniqueById([...first, ...second]).map(({ name }) => name)).toEqual(['Ann', 'Bob', 'Cat']);
});
