/** Availability of map tiles. `waiting`: none has arrived; `slow`: for a noticeable time; `working`;
 * `failing`: three in a row failed, and only a probe is sent. */
export type TileHealth = {
  state: 'waiting' | 'working' | 'failing';
  slow: boolean;
  failuresInARow: number;
};
export type TileNews = 'loaded' | 'failed' | 'slow' | 'answered';

const FAILURES_TO_GIVE_UP = 3;

export const INITIAL_TILE_HEALTH: TileHealth = { state: 'waiting', slow: false, failuresInARow: 0 };

export function nextTileHealth(health: TileHealth, news: TileNews): TileHealth {
  switch (news) {
    case 'loaded':
      return health.state === 'failing' ? health : { state: 'working', slow: false, failuresInARow: 0 };
    case 'failed': {
      const failuresInARow = health.failuresInARow + 1;
      const state = failuresInARow >= FAILURES_TO_GIVE_UP ? 'failing' : health.state;
      return { ...health, state, failuresInARow };
    }
    case 'slow':
      return health.state === 'waiting' ? { ...health, slow: true } : health;
    case 'answered':
      // The drawn map stays in sight until real tiles cover it.
      return health.state === 'failing' ? { state: 'waiting', slow: true, failuresInARow: 0 } : health;
  }
}

/** What the next map begins with: the drawn map under its tiles, if the last one needed it. */
export const tileHealthAfter = (last: TileHealth): TileHealth => ({
  ...INITIAL_TILE_HEALTH,
  slow: wantsDrawnMap(last),
});

export const wantsTiles = (health: TileHealth): boolean => health.state !== 'failing';
export const wantsDrawnMap = (health: TileHealth): boolean => health.state === 'failing' || health.slow;
