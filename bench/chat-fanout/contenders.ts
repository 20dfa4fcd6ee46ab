import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Closers } from '../closers.ts';
import { freePort, hasPackage, installPackages } from '../peers/peer.ts';
import { startProgram } from '../processes.ts';
import { mqtt, nats, phoenix, redis, socketIo, webSocket, type Ports, type Wire } from './wires.ts';

export type Speaking = { name: string; version: string; pid: number; ports: Ports; wire: Wire };

const PEERS = join(import.meta.dirname, '../peers');
const BUN = join(PEERS, 'bun/node_modules/@oven/bun-linux-x64/bin/bun');
/** Said by servers that publish by themselves; see speech.ts. */
const READY = /^ready (\d+ \d+)$/;

type Candidate = {
  name: string;
  wire: Wire;
  /** What runs it; null where it cannot be had. */
  find: (install: boolean) => { command: string; version: string } | null;
  /** Brokers are given a port; the others choose theirs. */
  start: (command: string, folder: string) => Promise<Start>;
};
type Start = {
  args: readonly string[];
  ready: RegExp;
  port?: number;
  command?: string;
};

function findProgram(name: string, versionArg: string) {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin'];
  const command = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (command === undefined) return null;
  const { stdout, stderr } = spawnSync(command, [versionArg], { encoding: 'utf8' });
  return { command, version: /v?=?(\d+\.\d+\.\d+)/.exec(stdout + stderr)?.[1] ?? '?' };
}

const node = (program: string): Pick<Candidate, 'find' | 'start'> => ({
  find: () => ({ command: process.execPath, version: `on Node ${process.versions.node}` }),
  start: () => Promise.resolve({ args: [program], ready: READY }),
});

function peer(
  folder: string,
  name: string,
  command: string,
  program: string,
): Pick<Candidate, 'find' | 'start'> {
  const path = join(PEERS, folder);
  return {
    find(install) {
      if (!hasPackage(path, name) && install) installPackages(path);
      if (!hasPackage(path, name)) return null;
      const version = JSON.parse(
        spawnSync('cat', [join(path, 'node_modules', name, 'package.json')], { encoding: 'utf8' }).stdout,
      ) as { version: string };
      return { command, version: version.version };
    },
    start: () => Promise.resolve({ args: [join(path, program)], ready: READY }),
  };
}

async function broker(folder: string, name: string, text: (port: number) => string) {
  const port = await freePort();
  const file = join(folder, name);
  await writeFile(file, text(port));
  return { port, file };
}

const CANDIDATES: readonly Candidate[] = [
  { name: 'product', wire: phoenix, ...node(join(import.meta.dirname, 'product-server.ts')) },
  { name: 'bare ws', wire: webSocket, ...node(join(import.meta.dirname, 'bare-server.ts')) },
  { name: 'Socket.IO', wire: socketIo, ...peer('socket-io', 'socket.io', process.execPath, 'serve.mjs') },
  { name: 'Bun', wire: webSocket, ...peer('bun', '@oven/bun-linux-x64', BUN, 'serve.mjs') },
  {
    name: 'Mosquitto',
    wire: mqtt,
    find: () => findProgram('mosquitto', '-h'),
    async start(_, folder) {
      const { port, file } = await broker(folder, 'mosquitto.conf', (port) =>
        [
          `listener ${port} 127.0.0.1`,
          'allow_anonymous true',
          'persistence false',
          'set_tcp_nodelay true',
          // Nothing of a burst may be dropped.
          'max_queued_messages 0',
          'connection_messages false',
          'log_dest stderr',
          'user root',
          '',
        ].join('\n'),
      );
      return { args: ['-c', file], ready: /mosquitto version \S+ (running)/, port };
    },
  },
  {
    name: 'NATS',
    wire: nats,
    find: () => findProgram('nats-server', '--version'),
    async start(_, folder) {
      // Its pings would be counted as messages.
      const { port, file } = await broker(
        folder,
        'nats.conf',
        (port) => `host: 127.0.0.1\nport: ${port}\nping_interval: "1h"\n`,
      );
      return { args: ['-c', file], ready: /(Server is ready)/, port };
    },
  },
  {
    name: 'Redis',
    wire: redis,
    find: () => findProgram('redis-server', '--version'),
    async start(_, folder) {
      const { port, file } = await broker(folder, 'redis.conf', (port) =>
        [
          `port ${port}`,
          'bind 127.0.0.1',
          'save ""',
          'appendonly no',
          `dir ${folder}`,
          'client-output-buffer-limit pubsub 0 0 0',
          '',
        ].join('\n'),
      );
      return { args: [file], ready: /(Ready to accept connections)/, port };
    },
  },
];

/** Starts whoever can be had, and prints who could not. */
export async function startContenders(
  folder: string,
  names: readonly string[] | null,
  install: boolean,
  closers: Closers,
): Promise<Speaking[]> {
  const running: Speaking[] = [];
  for (const { name, wire, find, start } of CANDIDATES) {
    if (names !== null && !names.includes(name)) continue;
    const found = find(install);
    if (found === null) {
      console.log(`Not had: ${name}.\n`);
      continue;
    }
    const { args, ready, port } = await start(found.command, folder);
    const program = await startProgram(found.command, args, { ready });
    closers.add(() => program.stop());
    const [main = 0, control = 0] = port === undefined ? program.said.split(' ').map(Number) : [port, port];
    running.push({ name, version: found.version, pid: program.pid, ports: { main, control }, wire });
  }
  return running;
}
