import { batchesOf } from '#server/lib/batches-of.ts';
import { grantCount } from './member-state.ts';

export type HeldPosition = { eventId: number; userId: string };

export type LostFinder = {
  /** Called once a tick for all, in batches. */
  findLost(held: readonly HeldPosition[]): Promise<readonly HeldPosition[]>;
};

type Parts = {
  listHeld: () => readonly HeldPosition[];
  /** `grants`: how many grants had been read before the look-up. */
  drop: (position: HeldPosition, grants: number) => void;
  onError: (error: unknown) => void;
};

/** Per query, so that other statements get their turn in between. */
const HELD_PER_BATCH = 1_000;

/** One look-up at a time; a call meanwhile makes it run again, because its result may be outdated. */
export function createLostLookUp(parts: Parts): (finder: LostFinder | null) => Promise<void> {
  const lookUp = { isRunning: false, isAskedAgain: false };
  return async (finder) => {
    if (finder === null) return;
    if (lookUp.isRunning) {
      lookUp.isAskedAgain = true;
      return;
    }
    lookUp.isRunning = true;
    do {
      lookUp.isAskedAgain = false;
      await dropLostOf(parts, finder);
    } while (lookUp.isAskedAgain);
    lookUp.isRunning = false;
  };
}

async function dropLostOf({ listHeld, drop, onError }: Parts, finder: LostFinder): Promise<void> {
  const held = listHeld();
  try {
    for (const batch of batchesOf(held, HELD_PER_BATCH)) {
      const grants = grantCount();
      for (const position of await finder.findLost(batch)) drop(position, grants);
    }
  } catch (error) {
    onError(error);
  }
}
