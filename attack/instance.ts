import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

export type Settings = Readonly<Record<string, string>>;

/** The built product in a process of its own, with an empty embedded database. */
export type Instance = {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly dataDir: string;
  /** Everything it has printed so far. */
  log(): string;
  /** Mails and text messages delivered to this address, once nothing has arrived for a moment. */
  outbox(to: string): Promise<string[]>;
  stop(): Promise<void>;
};

const ROOT = join(import.meta.dirname, '..');
const QUIET_MS = 400;

/** Starts with the default settings but for these; no tile service is reached. */
export async function startInstance(settings: Settings): Promise<Instance> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hereabouts-attack-'));
  const port = await freePort();
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: dataDir,
      TILE_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      printed += `${line}\n`;
      // With PUBLIC_URL the address printed is not the one it listens at.
      if (line.startsWith('Hereabouts is at ')) resolve();
    });
    void exited.then(() => reject(new Error(`The product ended before it was ready:\n${printed}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    await rm(dataDir, { recursive: true, force: true });
  };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    dataDir,
    log: () => printed,
    outbox: (to) => readOutbox(join(dataDir, 'outbox'), to),
    stop,
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

async function readOutbox(folder: string, to: string): Promise<string[]> {
  const names = () => readdir(folder).catch(() => []);
  for (let before = -1, now = (await names()).length; now !== before; now = (await names()).length) {
    before = now;
    await sleep(QUIET_MS);
  }
  const texts = await Promise.all(
    (await names())
      .toSorted((a, b) => a.localeCompare(b))
      .map((name) => readFile(join(folder, name), 'utf8')),
  );
  return texts.filter((text) => text.includes(to)).map(unfold);
}

/** Quoted-printable soft line breaks, and the equals signs of links. */
const unfold = (mail: string) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
