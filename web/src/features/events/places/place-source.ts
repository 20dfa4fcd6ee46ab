export type Place = { name: string; address: string; latitude: number; longitude: number };
export type PlaceSuggestion = { id: string; name: string; area: string };

/** The maps places service, or the local list. A rejection of either function means that the source fails. */
export type PlaceSource = {
  /** How long to wait after the last key, in milliseconds (LOC-03). */
  readonly delayMs: number;
  /** At most five. */
  search(query: string): Promise<PlaceSuggestion[]>;
  find(suggestionId: string): Promise<Place>;
};

/** Source: section 9. */
export const SUGGESTIONS_MAX = 5;
