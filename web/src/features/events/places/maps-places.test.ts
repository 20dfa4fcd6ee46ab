import { LOCATION_ADDRESS_MAX, LOCATION_NAME_MAX } from '@hereabouts/contract/limits';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PlaceDetails, PlacesLibrary, Prediction } from './maps-library.ts';
import { createMapsPlaces } from './maps-places.ts';

type Asked = { input?: string; placeId?: string; types?: string[]; fields?: string[]; sessionToken?: object };
type Answer<T> = [result: T | null, status: string] | 'silence';

let asked: Asked[];
let predictions: Answer<Prediction[]>;
let details: Answer<PlaceDetails>;
let timeOut: (() => void) | null;

const clock = {
  now: () => 0,
  every: () => () => {},
  after: (delayMs: number, run: () => void) => {
    expect(delayMs).toBe(5_000);
    timeOut = run;
    return () => {
      timeOut = null;
    };
  },
};

const library: PlacesLibrary = {
  AutocompleteSessionToken: class {
    readonly serial = Math.random();
  },
  AutocompleteService: class {
    getPlacePredictions(request: Asked, callback: (result: Prediction[] | null, status: string) => void) {
      asked.push(request);
      if (predictions !== 'silence') callback(...predictions);
      // As newer scripts do beside the callback.
      return predictions[1] === 'OK' ? Promise.resolve() : Promise.reject(new Error('MapsRequestError'));
    }
  },
  PlacesService: class {
    getDetails(request: Asked, callback: (result: PlaceDetails | null, status: string) => void) {
      asked.push(request);
      if (details !== 'silence') callback(...details);
    }
  },
};

const at = (lat: number, lng: number) => ({ location: { lat: () => lat, lng: () => lng } });
const pier: Prediction = {
  place_id: 'pier',
  description: 'Rozel Pier, Trinity, Jersey',
  structured_formatting: { main_text: 'Rozel Pier', secondary_text: 'Trinity, Jersey' },
};
const places = () => createMapsPlaces(library, clock);

beforeEach(() => {
  vi.stubGlobal('document', { createElement: () => ({}) });
  asked = [];
  timeOut = null;
  predictions = [[pier], 'OK'];
  details = [{ name: 'Rozel Pier', formatted_address: 'Rozel, Jersey', geometry: at(49.24, -2.04) }, 'OK'];
  return () => void vi.unstubAllGlobals();
});

test('LOC-01 LOC-06 a search and its details are one session; the next search begins another', async () => {
  const source = places();
  expect(await source.search('roz')).toEqual([{ id: 'pier', name: 'Rozel Pier', area: 'Trinity, Jersey' }]);
  await source.search('rozel');
  expect(await source.find('pier')).toEqual({
    name: 'Rozel Pier',
    address: 'Rozel, Jersey',
    latitude: 49.24,
    longitude: -2.04,
  });
  await source.search('go');
  const [first, second, third, fourth] = asked;
  expect(first).toMatchObject({ input: 'roz', types: ['establishment', 'geocode'] });
  expect(third).toMatchObject({ placeId: 'pier', fields: ['name', 'formatted_address', 'geometry'] });
  expect(first?.sessionToken).toBeDefined();
  expect(second?.sessionToken).toBe(first?.sessionToken);
  expect(third?.sessionToken).toBe(first?.sessionToken);
  expect(fourth?.sessionToken).not.toBe(first?.sessionToken);
  expect(timeOut).toBeNull();
});

test('LOC-03 at most five suggestions; one without parts is shown as a whole', async () => {
  const bare = (place_id: string): Prediction => ({ place_id, description: `Place ${place_id}` });
  predictions = [['1', '2', '3', '4', '5', '6'].map(bare), 'OK'];
  const found = await places().search('place');
  expect(found).toHaveLength(5);
  expect(found[0]).toEqual({ id: '1', name: 'Place 1', area: '' });
});

test('LOC-01 nothing found is no failure', async () => {
  predictions = [null, 'ZERO_RESULTS'];
  expect(await places().search('xyzzy')).toEqual([]);
});

test.each(['REQUEST_DENIED', 'OVER_QUERY_LIMIT', 'UNKNOWN_ERROR', 'INVALID_REQUEST', 'NOT_FOUND'])(
  'LOC-02 the status %s is a failure, of searches and of details',
  async (status) => {
    predictions = [null, status];
    details = [null, status];
    await expect(places().search('st')).rejects.toThrow(status);
    await expect(places().find('pier')).rejects.toThrow(status);
  },
);

test('LOC-02 a service that throws fails', async () => {
  class Broken {
    getPlacePredictions() {
      throw new TypeError('broken');
    }
    getDetails() {
      throw new TypeError('broken');
    }
  }
  const source = createMapsPlaces({ ...library, AutocompleteService: Broken, PlacesService: Broken }, clock);
  await expect(source.search('st')).rejects.toThrow('broken');
  await expect(source.find('pier')).rejects.toThrow('broken');
});

test('LOC-02 a service that does not answer for five seconds fails', async () => {
  predictions = 'silence';
  const search = places().search('st');
  timeOut?.();
  await expect(search).rejects.toThrow('does not answer');
});

test('LOC-06 a place without a position, or without any name, cannot be used', async () => {
  for (const place of [
    { name: 'Nowhere', formatted_address: 'Jersey' },
    { name: 'Nowhere', geometry: {} },
    { name: 'Nowhere', geometry: at(Number.NaN, -2) },
    { name: ' ', formatted_address: '', geometry: at(49, -2) },
  ]) {
    details = [place, 'OK'];
    await expect(places().find('pier')).rejects.toThrow('does not know enough');
  }
});

test('LOC-06 an address without a name is named by its first line; long ones are cut to what an event holds', async () => {
  details = [{ formatted_address: '7 Pier Road, St Helier, Jersey', geometry: at(49, -2) }, 'OK'];
  expect(await places().find('pier')).toMatchObject({
    name: '7 Pier Road',
    address: '7 Pier Road, St Helier, Jersey',
  });
  details = [{ name: 'n'.repeat(900), formatted_address: 'a'.repeat(900), geometry: at(49, -2) }, 'OK'];
  const { name, address } = await places().find('pier');
  expect([name.length, address.length]).toEqual([LOCATION_NAME_MAX, LOCATION_ADDRESS_MAX]);
});
