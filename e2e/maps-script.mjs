/*
 * Stands in for the maps script in a page: the part of its public reference that the product uses. Answers come from the server
 * this script came from and always reach the callback later, never during the call.
 */
(() => {
  const origin = new URL(document.currentScript.src).origin;
  const FIELDS = new Set(['name', 'formatted_address', 'geometry', 'place_id']);
  const TYPES = new Set(['geocode', 'address', 'establishment', '(regions)', '(cities)']);

  class InvalidValueError extends Error {
    name = 'InvalidValueError';
  }
  const demand = (isMet, what) => {
    if (!isMet) throw new InvalidValueError(what);
  };

  let sessions = 0;
  class AutocompleteSessionToken {
    serial = String(++sessions);
  }

  async function ask(path, request) {
    const answer = await fetch(`${origin}${path}`, { method: 'POST', body: JSON.stringify(request) });
    return answer.json();
  }

  class AutocompleteService {
    getPlacePredictions({ input, types = [], sessionToken }, callback) {
      demand(typeof input === 'string' && input !== '', 'input is not a text');
      demand(
        types.every((type) => TYPES.has(type)),
        'types names an unknown one',
      );
      demand(sessionToken instanceof AutocompleteSessionToken, 'sessionToken is not one');
      const answer = ask('/predictions', { input, types, session: sessionToken.serial });
      return answer.then(({ status, result }) => {
        callback(status === 'OK' ? result : null, status);
        if (status !== 'OK' && status !== 'ZERO_RESULTS') throw new Error(`MapsRequestError: ${status}`);
        return { predictions: result };
      });
    }
  }

  class PlacesService {
    constructor(credits) {
      demand(credits instanceof HTMLDivElement, 'a place for credits is missing');
    }
    getDetails({ placeId, fields, sessionToken }, callback) {
      demand(
        fields.every((field) => FIELDS.has(field)),
        'fields names an unknown one',
      );
      demand(sessionToken instanceof AutocompleteSessionToken, 'sessionToken is not one');
      void ask('/details', { placeId, fields, session: sessionToken.serial }).then(({ status, result }) => {
        if (status !== 'OK') return callback(null, status);
        const { latitude, longitude, ...rest } = result;
        const location = { lat: () => latitude, lng: () => longitude };
        return callback({ ...rest, geometry: { location } }, status);
      });
    }
  }

  const maps = {
    version: '3.60.0',
    // With loading=async a library is there only once it has been asked for.
    async importLibrary(name) {
      demand(name === 'places', `there is no library ${name}`);
      maps.places ??= { AutocompleteService, PlacesService, AutocompleteSessionToken };
      return maps.places;
    },
  };
  globalThis.google = { maps };
})();
