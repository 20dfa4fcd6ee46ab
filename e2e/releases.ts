import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createApp, type App } from '@hereabouts/server/app';
import { readConfig } from '@hereabouts/server/config';
import type { Product } from './product.ts';

const DIST = join(import.meta.dirname, '../web/dist');
const TEXT = /\.(js|css|html|json)$/;
const COMPRESSED = /\.(br|gz)$/;
const HASHED = /-([\w-]{5,6})[\w-]{2}(\.\w+)$/;

/** One product whose web app is replaced by another release, on the same address and data. */
export type ReleasedProduct = Product & {
  /** Stops, and starts again with this release, in which every file has another name. */
  release(name: `r${number}`): Promise<void>;
  /** Nobody answers at the address any more. */
  goAway(): Promise<void>;
};

/** @param from a data folder, as `makeDataDir` makes it */
export async function startReleases(from: string): Promise<ReleasedProduct> {
  const folder = await mkdtemp(join(tmpdir(), 'hereabouts-e2e-'));
  const dataDir = join(folder, 'data');
  await cp(from, dataDir, { recursive: true });
  let port = '0';
  let app: App | null = null;
  const goAway = async () => {
    await app?.stop();
    app = null;
  };
  const start = async (webFolder: string) => {
    await goAway();
    const config = readConfig({
      PORT: port,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'fatal',
      TILE_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png',
      AUTH_ATTEMPTS_PER_ADDRESS: '100000',
      OVERLOAD_LAG_MS: '0',
    });
    app = await createApp(config, { webFolder });
    return app.start();
  };
  const url = await start(DIST);
  ({ port } = new URL(url));
  return {
    url,
    dataDir,
    goAway,
    release: async (name) => void (await start(await makeRelease(folder, name))),
    async stop() {
      await goAway();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A copy of the build in which every hashed file has another name, as if all of it had changed. */
async function makeRelease(parent: string, name: string): Promise<string> {
  const folder = join(parent, name);
  await cp(DIST, folder, { recursive: true, filter: (path) => !COMPRESSED.test(path) });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((file) => join(file.parentPath, file.name));
  const hashed = files.filter((path) => path.includes('/static/') && HASHED.test(path));
  const names = new Map(
    hashed.map((path) => [basename(path), basename(path).replace(HASHED, `-$1${name}$2`)]),
  );
  const anyName = new RegExp([...names.keys()].map((one) => RegExp.escape(one)).join('|'), 'g');
  for (const path of files.filter((one) => TEXT.test(one))) {
    const text = await readFile(path, 'utf8');
    await writeFile(
      path,
      text.replace(anyName, (one) => names.get(one) ?? one),
    );
  }
  for (const path of hashed) await rename(path, join(path, '..', names.get(basename(path)) ?? ''));
  return folder;
}
