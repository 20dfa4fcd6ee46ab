import { addTo } from '#server/lib/add-to.ts';

/** Memory that clients take by sending slowly or not reading. */
export type HeldMemory = {
  /** Replaces what the holder has kept. @param from network address @param cut ends the holder, which is released already */
  hold(holder: object, from: string, bytes: number, cut: () => void): void;
  release(holder: object): void;
};

type Held = { from: string; bytes: number; cut: () => void };

/** Beyond `maxBytes` the address that holds most loses what it has held for longest. */
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
  const heaviest = () => {
    let [key, most] = ['', 0];
    for (const [from, bytes] of bytesOf) if (bytes > most) [key, most] = [from, bytes];
    return key;
  };
  const toCut = (): [object, Held] | null => {
    if (total <= maxBytes) return null;
    const most = heaviest();
    return held.entries().find(([, { from }]) => from === most) ?? null;
  };
  const makeRoom = () => {
    for (let next = toCut(); next !== null; next = toCut()) {
      const [holder, { cut }] = next;
      release(holder);
      cut();
    }
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
