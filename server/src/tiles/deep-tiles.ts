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

/** Askers who wait for a request of somebody else; more of them make their own. */
const SHARING_MAX = 1_000;

/** Tiles of which nobody may learn whether they were asked for before. None is kept: each question waits for its turn,
 * goes to the tile service, and fails when that fails. If the service is just being asked for the same tile, the answer
 * is shared, and waited for as long as it took from its beginning: the time does not tell either. */
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
