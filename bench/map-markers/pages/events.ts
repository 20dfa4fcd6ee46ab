export type BenchEvent = { id: number; title: string; latitude: number; longitude: number };

const SOUTH = 49.165;
const NORTH = 49.262;
const WEST = -2.25;
const EAST = -2.01;
/** Half of the events are near one of so many places, as in a town; the rest anywhere on the island. */
const PLACES = 200;
const NEAR_DEG = 0.004;

/** The same events each time, all over Jersey. */
export function makeEvents(count: number): BenchEvent[] {
  const random = fromSeed(49);
  const anywhere = () => ({
    latitude: SOUTH + random() * (NORTH - SOUTH),
    longitude: WEST + random() * (EAST - WEST),
  });
  const places = Array.from({ length: PLACES }, anywhere);
  return Array.from({ length: count }, (_, index) => {
    const place = index % 2 === 0 ? places[Math.floor(random() * PLACES)] : undefined;
    const near = () => (random() - 0.5) * NEAR_DEG;
    const point = place
      ? { latitude: place.latitude + near(), longitude: place.longitude + near() }
      : anywhere();
    return { id: index + 1, title: `Event ${index + 1}`, ...point };
  });
}

/** Mulberry32: repeatable, and even enough. */
function fromSeed(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
