export type Place = { name: string; address: string; latitude: number; longitude: number };
export type PlaceSuggestion = { id: string; name: string; area: string };

/** Where places are looked up by name: the maps places service, or the local list. Both rejections mean that it fails. */
export type PlaceSource = {
  /** How long to wait after the last key, in milliseconds (LOC-03). */
  readonly delayMs: number;
  /** At most five. */
  search(query: string): Promise<PlaceSuggestion[]>;
  /** What choosing a suggestion means. */
  find(suggestionId: string): Promise<Place>;
};

/** Source: section 9. */
export const SUGGESTIONS_MAX = 5;
