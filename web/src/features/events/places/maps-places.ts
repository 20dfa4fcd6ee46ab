import { LOCATION_ADDRESS_MAX, LOCATION_NAME_MAX } from '@hereabouts/contract/limits';
import type { WebClock } from '#web/lib/time/clock.ts';
import type { PlaceDetails, PlacesLibrary, PlacesStatus, Prediction, SessionToken } from './maps-library.ts';
import { SUGGESTIONS_MAX, type Place, type PlaceSource, type PlaceSuggestion } from './place-source.ts';

/** Each call costs the operator, so typing must pause first. */
const PAUSE_MS = 200;
/** As long as the script itself is given. */
const ANSWER_MAX_MS = 5_000;
/** Source: LOC-01. */
const TYPES = ['establishment', 'geocode'];
const FIELDS = ['name', 'formatted_address', 'geometry'];

/** Rejects where the service throws, refuses, is late, or knows no position; nothing found is an empty list. */
export function createMapsPlaces(library: PlacesLibrary, clock: WebClock): PlaceSource {
  let session: SessionToken | null = null;
  const inTime = <T>(ask: (callback: (result: T | null, status: PlacesStatus) => void) => unknown) =>
    new Promise<{ result: T | null; status: PlacesStatus }>((resolve, reject) => {
      const cancel = clock.after(ANSWER_MAX_MS, () =>
        reject(new Error('The places service does not answer')),
      );
      const answer = ask((result, status) => {
        cancel();
        resolve({ result, status });
      });
      // Newer scripts also return a rejecting promise; the callback has the reason.
      if (answer instanceof Promise) answer.catch(() => {});
    });

  return {
    delayMs: PAUSE_MS,
    async search(query) {
      session ??= new library.AutocompleteSessionToken();
      const request = { input: query, types: TYPES, sessionToken: session };
      const service = new library.AutocompleteService();
      const { result, status } = await inTime<Prediction[]>((callback) =>
        service.getPlacePredictions(request, callback),
      );
      if (status === 'ZERO_RESULTS') return [];
      if (status !== 'OK' || result === null) throw new Error(`The places service answered ${status}`);
      return result.slice(0, SUGGESTIONS_MAX).map(suggestionOf);
    },
    async find(placeId) {
      const request = { placeId, fields: FIELDS, ...(session !== null && { sessionToken: session }) };
      // A session ends with the details of the place that was chosen.
      session = null;
      const service = new library.PlacesService(document.createElement('div'));
      const { result, status } = await inTime<PlaceDetails>((callback) =>
        service.getDetails(request, callback),
      );
      if (status !== 'OK' || result === null) throw new Error(`The places service answered ${status}`);
      return placeOf(result);
    },
  };
}

function suggestionOf({ place_id, description, structured_formatting }: Prediction): PlaceSuggestion {
  return {
    id: place_id,
    name: structured_formatting?.main_text ?? description,
    area: structured_formatting?.secondary_text ?? '',
  };
}

/** @throws Error where the place has no position or no name: neither can be saved. */
function placeOf({ name, formatted_address: address = '', geometry }: PlaceDetails): Place {
  const latitude = geometry?.location?.lat();
  const longitude = geometry?.location?.lng();
  // Places that are only an address may have no name of their own.
  const known = name?.trim() || address.split(',', 1)[0]?.trim();
  if (!known || !Number.isFinite(latitude) || !Number.isFinite(longitude)) {
    throw new Error('The places service does not know enough of this place');
  }
  return {
    name: known.slice(0, LOCATION_NAME_MAX),
    address: address.slice(0, LOCATION_ADDRESS_MAX),
    latitude: Number(latitude),
    longitude: Number(longitude),
  };
}
