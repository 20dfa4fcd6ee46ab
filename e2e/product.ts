import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DELAY_MAX_MS, openSlowNetwork } from '@hereabouts/testing/slow-network';

/** The product as a person starts it: its own process, the embedded defaults, a fresh data folder. */
export type Product = {
  readonly url: string;
  /** Where nothing comes late, for what a test prepares. */
  readonly quickUrl?: string;
  readonly dataDir: string;
  stop(): Promise<void>;
};

/** What a slow network adds at most to a message and the read that it causes. */
export const NETWORK_MAX_MS = process.env.SLOW_SEED === undefined ? 0 : 2 * DELAY_MAX_MS;

/** Behind a slow network where the run was given a seed for one. */
export async function reachable(product: Product, seed = process.env.SLOW_SEED): Promise<Product> {
  if (seed === undefined) return product;
  const network = await openSlowNetwork(product.url, Number(seed));
  return {
    url: network.url,
    quickUrl: product.url,
    dataDir: product.dataDir,
    async stop() {
      await product.stop();
      await network.close();
    },
  };
}

/** No tile service is reached from a test: the drawn base map stands in. */
const UNREACHABLE_TILES = 'http://127.0.0.1:9/{z}/{x}/{y}.png';
const COMPILE_CACHE = join(import.meta.dirname, '../node_modules/.cache/node-compile');
const ADDRESS = /^Hereabouts(?: is at|, reloading on change:) (http\S+)$/;

export const SERVER = '../server/src/main.ts';
/** The same, filled with people and events; it prints how to sign in as well. */
export const DEMO = '../demo/demo.ts';
/** Sends pushes to the origin `TEST_PUSH_ORIGIN` as well. */
export const PUSHING = '../testing/push-process.ts';
/** From its sources, which it loads again when they change. */
export const DEV = '../scripts/dev.mjs';

/** @param from a data folder to start with, as `makeDataDir` makes it; making an empty one takes seconds */
export async function startProduct(
  settings: Record<string, string> = {},
  script: typeof SERVER | typeof DEMO | typeof DEV | typeof PUSHING = SERVER,
  from?: string,
): Promise<Product> {
  const dataDir = await newDataDir();
  if (from !== undefined) await cp(from, dataDir, { recursive: true });
  const running = await run(script, dataDir, settings);
  return reachable({
    url: running.url,
    dataDir,
    async stop() {
      await running.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  });
}

/**
 * One that nobody stops: it ends with this process, however that ends.
 * @param folder who removes it removes the product's data
 */
export async function startLastingProduct(from: string, folder: string): Promise<Product> {
  const dataDir = await mkdtemp(join(folder, 'lasting-'));
  await cp(from, dataDir, { recursive: true });
  const { url, end } = await run(SERVER, dataDir, {}, [
    '--import',
    import.meta.resolve('../testing/end-with-parent.ts'),
  ]);
  return reachable({ url, dataDir, stop: end });
}

/** The folder of a product that was started once and stopped: the database is there, and nothing in it. */
export async function makeDataDir(): Promise<string> {
  const dataDir = await newDataDir();
  const running = await run(SERVER, dataDir, {});
  await running.end();
  // Through which a running one is asked.
  await rm(join(dataDir, 'admin'), { recursive: true });
  return dataDir;
}

/** It does not live for long enough to win back what optimizing the code of its database costs. */
const SHORT_LIVED = ['--liftoff-only'];

const newDataDir = () => mkdtemp(join(tmpdir(), 'hereabouts-e2e-'));

async function run(
  script: string,
  dataDir: string,
  settings: Record<string, string>,
  switches: readonly string[] = SHORT_LIVED,
) {
  const args = [...switches, join(import.meta.dirname, script)];
  const server = spawn(process.execPath, args, {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      TILE_URL: UNREACHABLE_TILES,
      AUTH_ATTEMPTS_PER_ADDRESS: '100000',
      AUTH_SEND_PAUSE_S: '0',
      // A busy test machine is no reason to be turned away.
      OVERLOAD_LAG_MS: '0',
      // Every file starts a product: compiled code is kept between them.
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...settings,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(server, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    const lines = createInterface({ input: server.stdout });
    lines.on('line', (line) => {
      const address = ADDRESS.exec(line)?.[1];
      if (address) resolve(address);
      else process.stderr.write(`${line}\n`);
    });
    void exited.then(() => reject(new Error('The product ended before it was ready')));
  });
  return {
    url,
    async end() {
      server.kill('SIGTERM');
      const [code] = (await exited) as [number | null];
      // 1: it cut off what did not end in time.
      if (code !== 0 && code !== 1) throw new Error(`The product ended with ${code}`);
    },
  };
}
