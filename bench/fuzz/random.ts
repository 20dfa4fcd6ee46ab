/** Repeatable chance: the same seed makes the same requests (mulberry32). */
export type Random = {
  /** From 0 to below 1. */
  next(): number;
  /** From 0 to below `max`. */
  below(max: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
};

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (max: number) => Math.floor(next() * max);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (choices) => {
      const choice = choices[below(choices.length)];
      if (choice === undefined && choices.length === 0) throw new Error('Nothing to pick from');
      return choice as (typeof choices)[number];
    },
  };
}
