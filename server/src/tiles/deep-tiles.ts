import { turnKey } from '#server/rate-limits/address-key.ts';
import type { Clock } from '#server/clock.ts';
import { tileKey, type TileAddress } from './tile-address.ts';
import type { TileUpstream, UpstreamAnswer } from './tile-upstream.ts';

export type Asker = {
  ip: string;
  isGone(): boolean;
};

export type DeepTiles = { fetchTile(address: TileAddress, asker: Asker): Promise<UpstreamAnswer> };

type Running = { startedMs: number; answer: Promise<UpstreamAnswer> };

/** Further askers make requests of their own. */
const SHARING_MAX = 1_000;

/** Nobody may learn whether these were asked for before: none is kept, and each takes its turn and fails when the tile service
 * fails. The answer to a request in flight is shared, after as long as that took from its beginning: the time does not tell
 * either. */
export function createDeepTiles(upstream: TileUpstream, clock: Clock): DeepTiles {
  const runningOf = new Map<string, Running>();
  let sharing = 0;

  async function share({ startedMs, answer }: Running): Promise<UpstreamAnswer> {
    const lateMs = clock.now() - startedMs;
    sharing += 1;
    try {
      const shared = await answer;
      await new Promise<void>((resolve) => clock.after(lateMs, resolve));
      return shared;
    } finally {
      sharing -= 1;
    }
  }

  return {
    async fetchTile(address, asker) {
      const key = tileKey(address);
      const { promise, resolve } = Promise.withResolvers<UpstreamAnswer>();
      let shared: Promise<UpstreamAnswer> | undefined;
      const takesTurn = () => {
        if (asker.isGone()) return false;
        const running = runningOf.get(key);
        if (running && sharing < SHARING_MAX) shared = share(running);
        else runningOf.set(key, { startedMs: clock.now(), answer: promise });
        return !shared;
      };
      const answer = await upstream.fetchTile(address, null, turnKey(asker.ip), takesTurn);
      if (shared) return await shared;
      resolve(answer);
      if (runningOf.get(key)?.answer === promise) runningOf.delete(key);
      return answer;
    },
  };
}
