import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Closers } from '../closers.ts';
import { cpuSeconds } from '../processes.ts';
import { decimals, interleave, median, printTable, ratios, spread, whole } from '../rounds.ts';
import type { Options } from '../options.ts';
import { startContenders, type Speaking } from './contenders.ts';
import { compileFan, openFan, type Fan } from './fan.ts';
import { roomName } from './speech.ts';

const SOCKETS = 1_000;
const BURST = 50;
const SHAPES = [
  { name: '1 room × 1,000', rooms: 1 },
  { name: '100 rooms × 10', rooms: 100 },
] as const;
type Sizes = { sockets: number; rounds: number; secondsEach: number };
const FULL: Sizes = { sockets: SOCKETS, rounds: 5, secondsEach: 0.6 };
const QUICK: Sizes = { sockets: 100, rounds: 1, secondsEach: 0.3 };

type Ready = Speaking & { fan: Fan };

/** Messages of 180 bytes to many sockets: one at a time, and in bursts. */
export async function chatFanout({ quick, installPeers }: Options, closers: Closers): Promise<void> {
  const sizes = quick ? QUICK : FULL;
  const folder = await mkdtemp(join(tmpdir(), 'hereabouts-b1-'));
  closers.add(() => rm(folder, { recursive: true, force: true }));
  const program = compileFan(folder);
  const speaking = await startContenders(
    folder,
    quick ? ['product', 'bare ws'] : null,
    installPeers,
    closers,
  );
  console.log(
    `${speaking.map(({ name, version }) => `${name} ${version}`).join(', ')}. ${sizes.rounds} rounds of ` +
      `${sizes.secondsEach} s each, interleaved; a message or burst is said when the one before has arrived everywhere.\n`,
  );
  const rows: string[][] = [];
  for (const shape of SHAPES) {
    const rooms = Math.min(shape.rooms, sizes.sockets / 10);
    const ready: Ready[] = [];
    for (const one of speaking) {
      const script = join(folder, 'script');
      const listeners = Array.from({ length: sizes.sockets }, (_, index) =>
        one.wire.listener(one.ports, roomName(index % rooms), index),
      );
      const fan = await openFan(program, script, [...listeners, one.wire.speaker(one.ports)], closers);
      ready.push({ ...one, fan });
    }
    for (const burst of [1, BURST])
      rows.push(...(await compare(ready, shape.name, { rooms, burst, folder, sizes })));
    for (const { fan } of ready) await fan.stop();
  }
  printTable(
    [
      'rooms',
      'at once',
      'who',
      'deliveries/s',
      'product to it',
      'server µs',
      'generator µs',
      'p50 ms',
      'p99 ms',
    ],
    rows,
  );
}

/** Bytes of one trigger, once they are twice the same: NATS asks each new client for a sign of life after a while. */
async function calibrate(fan: Fan, trigger: string): Promise<number> {
  for (let before = await fan.calibrate(trigger); ;) {
    const bytes = await fan.calibrate(trigger);
    if (bytes === before) return bytes;
    before = bytes;
  }
}

type Plan = { rooms: number; burst: number; folder: string; sizes: Sizes };

async function compare(ready: readonly Ready[], shape: string, plan: Plan): Promise<string[][]> {
  const { rooms, burst, folder, sizes } = plan;
  // A message reaches everybody in its room; one trigger speaks once in each room.
  const deliveries = burst * sizes.sockets;
  const contenders = [];
  for (const { name, wire, pid, fan } of ready) {
    const trigger = join(folder, `trigger-${name.replaceAll(' ', '-')}`);
    await writeFile(trigger, wire.trigger(burst, rooms));
    const bytes = await calibrate(fan, trigger);
    const measure = async () => {
      const before = cpuSeconds(pid);
      const run = await fan.run(sizes.secondsEach, trigger, bytes).catch((cause: unknown) => {
        throw new Error(`${name} failed`, { cause });
      });
      const serverS = cpuSeconds(pid) - before;
      if (run.extra !== 0) throw new Error(`${name}: ${run.extra} bytes more than expected`);
      const all = run.rounds * deliveries;
      return {
        perSecond: all / run.seconds,
        serverUs: (serverS * 1e6) / all,
        generatorUs: (run.cpuS * 1e6) / all,
        p50Ms: run.p50Ms,
        p99Ms: run.p99Ms,
      };
    };
    contenders.push({ name, measure });
  }
  const results = await interleave(contenders, sizes.rounds);
  const of = (name: string, figure: 'perSecond' | 'serverUs' | 'generatorUs' | 'p50Ms' | 'p99Ms') =>
    (results.get(name) ?? []).map((sample) => sample[figure] ?? Number.NaN);
  const figure = (name: string, key: Parameters<typeof of>[1]) => decimals(2)(median(of(name, key)));
  return ready.map(({ name }) => [
    shape,
    burst === 1 ? '1' : whole(burst),
    name,
    spread(of(name, 'perSecond'), whole),
    name === 'product' ? '' : spread(ratios(of('product', 'perSecond'), of(name, 'perSecond')), decimals(2)),
    figure(name, 'serverUs'),
    figure(name, 'generatorUs'),
    figure(name, 'p50Ms'),
    figure(name, 'p99Ms'),
  ]);
}
