import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createApp } from '@hereabouts/server/app';
import { systemClock } from '@hereabouts/server/clock';
import { readConfig } from '@hereabouts/server/config';
import { openDatabase } from '@hereabouts/server/db/open';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { PATIENT } from '@hereabouts/testing/patience';
import { silentLog } from '@hereabouts/testing/silent-log';
import { reachable, type Product } from './product.ts';

/** The product in this process, by a clock that goes with the real one and can leap ahead of it. */
export type LeapingProduct = Product & {
  /** The product's time, in ms. */
  now(): number;
  /** Lets everything that falls due on the way happen in its second. */
  leap(ms: number): Promise<void>;
};

const TICK_MS = 50;
const STEP_MS = 1_000;

export async function startLeapingProduct(): Promise<LeapingProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hereabouts-e2e-'));
  const clock = createFakeClock(Date.now());
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    TILE_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png',
    AUTH_ATTEMPTS_PER_ADDRESS: '100000',
    AUTH_SEND_PAUSE_S: '0',
    OVERLOAD_LAG_MS: '0',
  });
  // Its time-outs run on the real clock: a leap must not cut a transaction short.
  const db = await openDatabase(
    { dataDir, poolSize: config.database.poolSize, ...PATIENT },
    { clock: systemClock, log: silentLog },
  );
  const app = await createApp(config, { clock, db });
  // Node dates its answers by the machine's clock, and pages learn the server's time from them.
  app.http.server.prependListener('request', (_request, response) => {
    response.setHeader('date', new Date(clock.now()).toUTCString());
  });
  let lastTickMs = performance.now();
  const timer = setInterval(() => {
    // In whole ms, as the system's clock goes.
    const passedMs = Math.floor(performance.now() - lastTickMs);
    clock.advance(passedMs);
    lastTickMs += passedMs;
  }, TICK_MS);
  const url = await app.start();
  const product = await reachable({
    url,
    dataDir,
    async stop() {
      await app.stop().finally(() => clearInterval(timer));
      await rm(dataDir, { recursive: true, force: true });
    },
  });
  return {
    ...product,
    now: () => clock.now(),
    async leap(ms) {
      for (let leftMs = ms; leftMs > 0; leftMs -= STEP_MS) {
        clock.advance(Math.min(STEP_MS, leftMs));
        await setTimeout(1);
      }
    },
  };
}
