import { PLACES as DRAWN, type PlaceKind } from '#web/map/drawn/places.ts';
import { SUGGESTIONS_MAX, type Place, type PlaceSource } from './place-source.ts';

/** Source: LOC-03. */
const LOCAL_DELAY_MS = 200;
const FALLBACK_DELAY_MS = 500;

type LocalPlace = Omit<Place, 'address'> & { id: string; area: string };

/** Ten places everybody in Jersey knows. Source: LOC-02, section 9. */
const PLACES: readonly LocalPlace[] = [
  {
    id: 'liberation-square',
    name: 'Liberation Square',
    area: 'St Helier',
    latitude: 49.1833,
    longitude: -2.1118,
  },
  { id: 'royal-square', name: 'Royal Square', area: 'St Helier', latitude: 49.1837, longitude: -2.1062 },
  { id: 'fort-regent', name: 'Fort Regent', area: 'St Helier', latitude: 49.1812, longitude: -2.1053 },
  {
    id: 'howard-davis-park',
    name: 'Howard Davis Park',
    area: 'St Saviour',
    latitude: 49.1809,
    longitude: -2.0957,
  },
  { id: 'peoples-park', name: "People's Park", area: 'St Helier', latitude: 49.1879, longitude: -2.1196 },
  { id: 'mont-orgueil', name: 'Mont Orgueil Castle', area: 'Gorey', latitude: 49.1993, longitude: -2.0192 },
  {
    id: 'st-aubin-harbour',
    name: "St Aubin's Harbour",
    area: 'St Brelade',
    latitude: 49.1868,
    longitude: -2.1686,
  },
  {
    id: 'st-brelades-bay',
    name: "St Brelade's Bay",
    area: 'St Brelade',
    latitude: 49.1844,
    longitude: -2.1977,
  },
  { id: 'st-ouens-bay', name: "St Ouen's Bay", area: 'St Ouen', latitude: 49.2189, longitude: -2.2265 },
  {
    id: 'royal-jersey-showground',
    name: 'Royal Jersey Showground',
    area: 'Trinity',
    latitude: 49.2358,
    longitude: -2.0963,
  },
];

const addressOf = ({ area }: LocalPlace) => `${area}, Jersey`;

/** As both are typed: without accents, and with either apostrophe. */
const plain = (text: string) =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();

const TOO_LARGE: ReadonlySet<PlaceKind> = new Set(['country', 'sea']);
const LOCAL_NAMES = new Set(PLACES.map(({ name }) => plain(name)));

/** Names on the drawn map (LOC-09) that the list lacks; Jersey first. */
const DRAWN_PLACES = DRAWN.filter(({ name, kind }) => !TOO_LARGE.has(kind) && !LOCAL_NAMES.has(plain(name)))
  // Several parishes of Jersey and Guernsey have the same name.
  .map((place, index) => ({ ...place, id: `drawn-${index}`, area: islandOf(place) }))
  .toSorted((one, other) => Number(other.area === 'Jersey') - Number(one.area === 'Jersey'));

function islandOf({ latitude, longitude }: Pick<Place, 'latitude' | 'longitude'>): string {
  const isWithin = (south: number, north: number, west: number, east: number) =>
    latitude > south && latitude < north && longitude > west && longitude < east;
  if (isWithin(49.15, 49.27, -2.27, -2)) return 'Jersey';
  return isWithin(49.4, 49.53, -2.7, -2.49) ? 'Guernsey' : '';
}

export const localPlaces: PlaceSource = {
  delayMs: LOCAL_DELAY_MS,
  async search(query) {
    const wanted = plain(query.trim());
    const found = [
      ...PLACES.filter(({ name, area }) => [name, area].some((text) => plain(text).includes(wanted))),
      ...DRAWN_PLACES.filter(({ name }) => plain(name).includes(wanted)),
    ];
    return found.slice(0, SUGGESTIONS_MAX).map(({ id, name, area }) => ({ id, name, area }));
  },
  async find(suggestionId) {
    const place = PLACES.find(({ id }) => id === suggestionId);
    const drawn = DRAWN_PLACES.find(({ id }) => id === suggestionId);
    if (drawn) {
      const { name, area, latitude, longitude } = drawn;
      return { name, address: area, latitude, longitude };
    }
    if (!place) throw new Error(`There is no place ${suggestionId}`);
    const { name, latitude, longitude } = place;
    return { name, address: addressOf(place), latitude, longitude };
  },
};

/** The local list after the places service has failed. */
export const fallbackPlaces: PlaceSource = { ...localPlaces, delayMs: FALLBACK_DELAY_MS };
