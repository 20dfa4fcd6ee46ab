import type { Clock } from '#server/clock.ts';
import { dropOldest } from '#server/drop-oldest.ts';

const REMEMBERED_MAX = 50_000;

/** A push about a chat: the device, and the number of the newest message that it tells. */
export type Telling = { deviceId: string; tag: string; seq: number };

/** What devices were told of chats. Several jobs about a chat may wait for a device, each paced by whoever wrote: one of
 * them tells for all. In each process. */
export type Told = {
  /** 0: it is to be told. Otherwise ms until the pause after the last push about the chat is over; null: it knows. */
  waitMs(telling: Telling): number | null;
  note(telling: Telling): void;
  /** Nothing was sent. */
  forget(telling: Telling): void;
};

export function createTold(clock: Clock, everyMs: number): Told {
  const last = new Map<string, { seq: number; atMs: number }>();
  const keyOf = ({ deviceId, tag }: Telling): string => `${deviceId} ${tag}`;
  return {
    waitMs(telling) {
      const before = last.get(keyOf(telling));
      if (before === undefined) return 0;
      return telling.seq <= before.seq ? null : Math.max(before.atMs + everyMs - clock.now(), 0);
    },
    note(telling) {
      last.delete(keyOf(telling));
      last.set(keyOf(telling), { seq: telling.seq, atMs: clock.now() });
      dropOldest(last, REMEMBERED_MAX);
    },
    forget: (telling) => void last.delete(keyOf(telling)),
  };
}
