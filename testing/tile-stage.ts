import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installErrorHandler } from '@hereabouts/server/http/error-handler';
import { registerTiles } from '@hereabouts/server/tiles/routes';
import Fastify, { type FastifyInstance } from 'fastify';
import { createFakeClock, type FakeClock } from './fake-clock.ts';

export type TileAnswer = (request: IncomingMessage, response: ServerResponse) => void;

export const png = (text = 'picture', headers: Record<string, string> = {}): TileAnswer => {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'image/png', 'cache-control': 'max-age=600', ...headers });
    response.end(text);
  };
};

type Overrides = { url?: string; cacheBytes?: number; missesPerMinute?: number; missesPerDay?: number };

/** `/tiles` before a tile service that answers as each test says. */
export type TileStage = {
  answer: TileAnswer;
  requests: IncomingMessage[];
  requestsToReach(count: number): Promise<void>;
  dataDir: string;
  clock: FakeClock;
  /** Resolves to the address of a tile, `z/x/y`. */
  serve(overrides?: Overrides): Promise<(tile: string) => string>;
  /** Tiles on disk. */
  kept(): Promise<string[]>;
  stopService(): Promise<void>;
  end(): Promise<void>;
};

export async function startTileStage(): Promise<TileStage> {
  const clock = createFakeClock();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tiles-'));
  const apps: FastifyInstance[] = [];
  const requests: IncomingMessage[] = [];
  const waiting: (() => void)[] = [];
  const service = createServer((request, response) => {
    requests.push(request);
    stage.answer(request, response);
    for (const wake of waiting.splice(0)) wake();
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}/{z}/{x}/{y}.png`;

  const stage: TileStage = {
    answer: png(),
    requests,
    async requestsToReach(count) {
      while (requests.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    dataDir,
    clock,
    async serve(overrides = {}) {
      const app = Fastify();
      installErrorHandler(app, async () => {});
      const misses = { missesPerMinute: 1_000, missesPerDay: 100_000 };
      const defaults = { url: serviceUrl, attribution: '', cacheBytes: 1_000_000, ...misses };
      const tiles = { ...defaults, ...overrides };
      registerTiles(app, {
        config: { version: '1.0.0', publicUrl: 'https://here.test', dataDir, tiles },
        clock,
      });
      apps.push(app);
      const origin = await app.listen({ port: 0, host: '127.0.0.1' });
      return (tile) => `${origin}/tiles/${tile}`;
    },
    async kept() {
      const names = await readdir(path.join(dataDir, 'tiles'), { recursive: true }).catch(() => []);
      return names.filter((name) => name.endsWith('.tile')).toSorted();
    },
    async stopService() {
      await new Promise((resolve) => service.close(resolve));
    },
    async end() {
      await Promise.all(apps.map((app) => app.close()));
      service.closeAllConnections();
      await stage.stopService();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return stage;
}

/** The answer to a client at this address of the machine. */
export const statusFrom = (localAddress: string, url: string) =>
  new Promise<number>((resolve, reject) => {
    get(url, { localAddress, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    }).once('error', reject);
  });
