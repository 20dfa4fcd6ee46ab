/** The part of the maps script in use, by its public reference. Callbacks get null where the status is neither `OK`
 * nor `ZERO_RESULTS`. */
export type PlacesLibrary = {
  AutocompleteService: new () => AutocompleteService;
  /** Takes an element for credits of third parties. */
  PlacesService: new (credits: HTMLDivElement) => PlacesService;
  AutocompleteSessionToken: new () => SessionToken;
};

/** Joins the searches of one choice and its details into one session; opaque. */
export type SessionToken = object;
export type PlacesStatus = string;

type AutocompleteService = {
  getPlacePredictions(
    request: { input: string; types: string[]; sessionToken: SessionToken },
    callback: (predictions: Prediction[] | null, status: PlacesStatus) => void,
  ): unknown;
};

export type Prediction = {
  place_id: string;
  description: string;
  structured_formatting?: { main_text: string; secondary_text?: string };
};

type PlacesService = {
  getDetails(
    request: { placeId: string; fields: string[]; sessionToken?: SessionToken },
    callback: (place: PlaceDetails | null, status: PlacesStatus) => void,
  ): void;
};

/** Any field may be missing. */
export type PlaceDetails = {
  name?: string;
  formatted_address?: string;
  geometry?: { location?: { lat(): number; lng(): number } };
};

export type MapsNamespace = {
  places?: Partial<PlacesLibrary>;
  importLibrary?(name: 'places'): Promise<unknown>;
};
