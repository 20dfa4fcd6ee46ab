import { setTimeout as sleep } from 'node:timers/promises';
import type { Machines } from './machines.ts';

/** Something that breaks, and is mended again. */
export type Fault = {
  readonly name: string;
  begin(machines: Machines): Promise<unknown>;
  /** For so long it is broken, ms. */
  readonly lastsMs: number;
  end(machines: Machines): Promise<unknown>;
  /** What people are to notice of it meanwhile. */
  readonly shows: 'nothing' | 'sockets closed' | 'requests refused';
};

const kill = (index: number, lastsMs: number): Fault => ({
  name: `process ${index + 1} killed`,
  lastsMs,
  begin: ({ processes }) => processes[index]!.kill(),
  end: ({ processes }) => processes[index]!.start(),
  shows: 'nothing',
});

const natsKilled = (lastsMs: number): Fault => ({
  name: `NATS killed, away for ${lastsMs / 1_000} s`,
  lastsMs,
  begin: ({ nats }) => nats.kill(),
  end: ({ nats }) => nats.start(),
  shows: 'sockets closed',
});

const postgresKilled = (lastsMs: number): Fault => ({
  name: `Postgres killed, away for ${lastsMs / 1_000} s`,
  lastsMs,
  begin: ({ postgres }) => postgres.crash(),
  end: ({ postgres }) => postgres.resume(),
  shows: 'requests refused',
});

const rollingRestart: Fault = {
  name: 'rolling restart',
  lastsMs: 0,
  async begin({ processes }) {
    for (const each of processes) {
      await each.stop();
      await each.start();
      // A load balancer notices it again.
      await sleep(1_500);
    }
  },
  end: async () => {},
  shows: 'nothing',
};

const frozen = (
  name: string,
  lastsMs: number,
  shows: Fault['shows'],
  what: (machines: Machines) => { freeze(): void; thaw(): void },
): Fault => ({
  name: `${name} frozen for ${lastsMs / 1_000} s`,
  lastsMs,
  begin: async (machines) => what(machines).freeze(),
  end: async (machines) => what(machines).thaw(),
  shows,
});

/** One kill of each component. */
export const SHORT: readonly Fault[] = [kill(0, 2_000), natsKilled(4_000), postgresKilled(4_000)];

export const FULL: readonly Fault[] = [
  kill(0, 5_000),
  kill(1, 5_000),
  kill(2, 5_000),
  rollingRestart,
  natsKilled(30_000),
  postgresKilled(30_000),
  frozen('process 1', 10_000, 'nothing', ({ processes }) => processes[0]!),
  frozen('NATS', 10_000, 'sockets closed', ({ nats }) => nats),
  frozen('Postgres', 10_000, 'requests refused', ({ postgres }) => ({
    freeze: () => postgres.hang(),
    thaw: () => postgres.wake(),
  })),
];
