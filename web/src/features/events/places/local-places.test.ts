import { expect, test } from 'vitest';
import { fallbackPlaces, localPlaces } from './local-places.ts';

test.each(['st', 'lib', 'gor'])('LOC-07 "%s" finds a place', async (query) => {
  const found = await localPlaces.search(query);
  expect(found.length).toBeGreaterThan(0);
});

test('LOC-03 at most five suggestions, by name or area', async () => {
  expect(await localPlaces.search('s')).toHaveLength(5);
  expect((await localPlaces.search('TRINITY'))[0]).toEqual({
    id: 'royal-jersey-showground',
    name: 'Royal Jersey Showground',
    area: 'Trinity',
  });
});

const named = async (query: string) =>
  (await localPlaces.search(query)).map(({ name, area }) => `${name}, ${area}`);

test('LOC-09 names on the drawn map are found after the ten places, each once, without accents', async () => {
  expect(await named('trinity')).toEqual([
    'Royal Jersey Showground, Trinity',
    'Trinity Church, Jersey',
    'Trinity, Jersey',
  ]);
  expect(await named("st ouen's bay")).toEqual(["St Ouen's Bay, St Ouen"]);
  expect(await named('grève de')).toEqual(['Grève de Lecq, Jersey']);
  expect(await named('GREVE DE')).toEqual(['Grève de Lecq, Jersey']);
  expect(await named('st martin')).toEqual(['St Martin, Jersey', 'St Martin, Guernsey']);
  expect(await named('havre')).toEqual(['Havre des Pas, Jersey', 'Le Havre, ', 'Grand Havre, Guernsey']);
  for (const tooLarge of ['france', 'ocean']) expect(await named(tooLarge)).toEqual([]);
});

test('LOC-06 LOC-09 a name on the drawn map has a position', async () => {
  const [found] = await localPlaces.search('havre des');
  expect(await localPlaces.find(found?.id ?? '')).toEqual({
    name: 'Havre des Pas',
    address: 'Jersey',
    latitude: 49.1762,
    longitude: -2.0985,
  });
});

test('LOC-06 a chosen place has a name, an address and a position', async () => {
  expect(await localPlaces.find('fort-regent')).toEqual({
    name: 'Fort Regent',
    address: 'St Helier, Jersey',
    latitude: 49.1812,
    longitude: -2.1053,
  });
});

test('LOC-02 ten places of its own, all with an area and a position in Jersey', async () => {
  const found = new Map<string, { latitude: number; longitude: number; address: string }>();
  for (const letter of 'aeiou') {
    for (const other of 'abcdefghijklmnopqrstuvwxyz') {
      for (const { id, name } of await localPlaces.search(letter + other)) {
        if (id.startsWith('drawn-')) continue;
        found.set(name, await localPlaces.find(id));
      }
    }
  }
  expect(found.size).toBe(10);
  expect([...found.keys()]).toEqual(
    expect.arrayContaining(['Liberation Square', 'Royal Square', 'Fort Regent']),
  );
  for (const { latitude, longitude, address } of found.values()) {
    expect(address).toMatch(/^\S.*, Jersey$/);
    expect(latitude).toBeGreaterThan(49.15);
    expect(latitude).toBeLessThan(49.27);
    expect(longitude).toBeGreaterThan(-2.27);
    expect(longitude).toBeLessThan(-2.0);
  }
});

test('LOC-03 results come after 200 ms, or 500 ms once the places service has failed', async () => {
  expect(localPlaces.delayMs).toBe(200);
  expect(fallbackPlaces.delayMs).toBe(500);
  expect(await fallbackPlaces.search('lib')).toEqual(await localPlaces.search('lib'));
});
