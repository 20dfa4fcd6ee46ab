import { HOUR_MS, SECOND_MS } from '@hereabouts/contract/durations';

const FIRST_MS = 30 * SECOND_MS;
const LONGEST_MS = 4 * HOUR_MS;
const SPREAD = 0.25;

/** Doubles from 30 s to 4 h, spread by a quarter so that jobs do not return together. `random`: in [0, 1). */
export const retryDelayMs = (failures: number, random: number): number =>
  Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS) * (1 + SPREAD * (2 * random - 1));
