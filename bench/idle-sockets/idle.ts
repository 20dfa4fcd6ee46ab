import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openFan, type Connection } from '../chat-fanout/fan.ts';
import { phoenixListener, socketIo, webSocket } from '../chat-fanout/wires.ts';
import type { Closers } from '../closers.ts';
import { residentBytes, startProgram } from '../processes.ts';
import type { Contender } from '../rounds.ts';

const SETTLED_MS = 1_500;

/** A server that does nothing but hold sockets, and how somebody connects to it. */
export type Holder = { name: string; program: string; connect: (port: number, index: number) => Connection };

const PEERS = join(import.meta.dirname, '../peers');
const ports = (port: number) => ({ main: port, control: port });

export const HOLDERS: readonly Holder[] = [
  {
    name: 'product',
    program: join(import.meta.dirname, 'idle-product.ts'),
    connect: (port, index) => phoenixListener(port, `user:${index}`, `person ${index}`),
  },
  {
    name: 'bare ws',
    program: join(import.meta.dirname, 'idle-bare.ts'),
    connect: (port, index) => webSocket.listener(ports(port), `${index}`, index),
  },
  {
    name: 'Socket.IO',
    program: join(PEERS, 'socket-io/serve-idle.mjs'),
    connect: (port, index) => socketIo.listener(ports(port), `${index}`, index),
  },
];

/** Starts it afresh, opens so many sockets and sees what they add to its memory, after it has been asked to collect. */
export const holding = (
  { name, program, connect }: Holder,
  { sockets, folder, fan }: { sockets: number; folder: string; fan: string },
  closers: Closers,
): Contender => ({
  name,
  async measure() {
    const server = await startProgram(process.execPath, ['--expose-gc', program], { ready: /^ready (\d+)$/ });
    closers.add(() => server.stop());
    const collect = async () => {
      process.kill(server.pid, 'SIGUSR2');
      await sleep(SETTLED_MS);
      return residentBytes(server.pid);
    };
    const empty = await collect();
    const port = Number(server.said);
    const connections = Array.from({ length: sockets }, (_, index) => connect(port, index));
    const open = await openFan(fan, join(folder, 'script'), connections, closers);
    const full = await collect();
    await open.stop();
    await server.stop();
    return { kbEach: (full - empty) / sockets / 1024, emptyMb: empty / 2 ** 20, fullMb: full / 2 ** 20 };
  },
});
