import { addTo } from '#server/add-to.ts';

/** What clients make a process keep in memory by sending slowly or not reading. */
export type HeldMemory = {
  /**
   * Replaces what the holder has kept so far.
   * @param from the key of its network address
   * @param cut ends the holder, which is released already
   */
  hold(holder: object, from: string, bytes: number, cut: () => void): void;
  release(holder: object): void;
};

type Held = { from: string; bytes: number; cut: () => void };

/** Beyond `maxBytes` the network address that holds most loses what it has held for longest. */
export function createHeldMemory(maxBytes: number): HeldMemory {
  /** Longest held first. */
  const held = new Map<object, Held>();
  const bytesOf = new Map<string, number>();
  let total = 0;

  const count = (from: string, bytes: number) => {
    total += bytes;
    addTo(bytesOf, from, bytes);
  };
  const release = (holder: object) => {
    const one = held.get(holder);
    if (one === undefined) return;
    held.delete(holder);
    count(one.from, -one.bytes);
  };
  const makeRoom = () => {
    if (total <= maxBytes) return;
    const most = Math.max(...bytesOf.values());
    const oldest = held.entries().find(([, { from }]) => bytesOf.get(from) === most);
    if (oldest === undefined) return;
    release(oldest[0]);
    oldest[1].cut();
    makeRoom();
  };

  return {
    hold(holder, from, bytes, cut) {
      count(from, bytes - (held.get(holder)?.bytes ?? 0));
      held.set(holder, { from, bytes, cut });
      makeRoom();
    },
    release,
  };
}
