import { logError } from '#web/lib/log.ts';
import type { MapsNamespace, PlacesLibrary } from './maps-library.ts';
import type { MapsPage } from './maps-loader.ts';

declare global {
  interface Window {
    google?: { maps?: MapsNamespace };
  }
}

let isAsked = false;

export const mapsPage: MapsPage = {
  findLibrary() {
    const maps = window.google?.maps;
    if (isComplete(maps?.places)) return maps.places;
    // With `loading=async` the script loads libraries on request.
    if (!isAsked && maps?.importLibrary) {
      isAsked = true;
      maps
        .importLibrary('places')
        .catch((error: unknown) => logError('the places library could not be had', error));
    }
    return null;
  },
  insertScript(url, onFailed) {
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    // A late one is made ready for the next opening.
    script.addEventListener('load', () => void mapsPage.findLibrary());
    script.addEventListener('error', () => {
      script.remove();
      onFailed();
    });
    document.head.append(script);
  },
};

function isComplete(places: Partial<PlacesLibrary> | undefined): places is PlacesLibrary {
  return Boolean(places?.AutocompleteService && places.PlacesService && places.AutocompleteSessionToken);
}
