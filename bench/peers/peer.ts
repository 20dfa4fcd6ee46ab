import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Closers } from '../closers.ts';
import { socketFolder } from '../signed-in-pages/database.ts';
import type { Running } from '../signed-in-pages/product.ts';
import type { Setting } from '../signed-in-pages/setting.ts';
import type { Visitor } from '../signed-in-pages/visitors.ts';

/** A backend that serves the home feed from the same data. */
export type Peer = {
  name: string;
  version: string;
  isInstalled(): boolean;
  /** From its package registry, into its own folder. @throws Error */
  install(): void;
  /** Fills it from the large database and starts it. The requests are one a visitor, in their order. */
  start(setting: Setting, visitors: readonly Visitor[], closers: Closers): Promise<RunningPeer>;
};

export type RunningPeer = Running & {
  requests: string[];
  /** The events of an answer in the order they came. */
  idsOf: (answer: any) => number[];
};

/** `npm install` in the peer's folder: nothing of it enters the product's lockfile. */
export function installPackages(folder: string): void {
  const args = ['install', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts'];
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm install failed in ${folder}`);
}

export const hasPackage = (folder: string, name: string): boolean =>
  existsSync(join(folder, 'node_modules', name, 'package.json'));

/** A port that was free a moment ago, for programs that cannot choose one. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Runs SQL as the server's owner. @throws Error with what Postgres said */
export function runSql({ server }: Setting, url: string, sql: string): void {
  const args = ['-q', '-v', 'ON_ERROR_STOP=1', '-o', '/dev/null', url];
  const { status, stderr } = spawnSync(join(server.bin, 'psql'), args, { input: sql, encoding: 'utf8' });
  if (status !== 0) throw new Error(`psql failed: ${stderr}`);
}

/** Copies what a query gives in the large database into a table of another on the same server, by a file of the server's. */
export function copyRows(setting: Setting, query: string, url: string, table: string): void {
  const file = join(socketFolder(url), 'rows');
  runSql(setting, setting.large.url, `copy (${query}) to '${file}'`);
  // Foreign keys hold where the rows come from.
  runSql(setting, url, `set session_replication_role = replica; copy ${table} from '${file}'`);
}
