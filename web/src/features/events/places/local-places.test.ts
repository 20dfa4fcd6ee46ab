import { expect, test } from 'vitest';
import { localPlaces } from './local-places.ts';

test.each(['st', 'lib', 'gor'])('LOC-07 "%s" finds a place', async (query) => {
  const found = await localPlaces.search(query);
  expect(found.length).toBeGreaterThan(0);
});

test('LOC-03 at most five suggestions, by name or area', async () => {
  expect(await localPlaces.search('s')).toHaveLength(5);
  expect(await localPlaces.search('TRINITY')).toEqual([
    { id: 'royal-jersey-showground', name: 'Royal Jersey Showground', area: 'Trinity' },
  ]);
});

test('LOC-06 a chosen place has a name, an address and a position', async () => {
  expect(await localPlaces.find('fort-regent')).toEqual({
    name: 'Fort Regent',
    address: 'St Helier, Jersey',
    latitude: 49.1812,
    longitude: -2.1053,
  });
});
