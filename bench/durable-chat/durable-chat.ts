import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startContenders } from '../chat-fanout/contenders.ts';
import { compileFan, openFan, type Connection, type Fan } from '../chat-fanout/fan.ts';
import { roomName } from '../chat-fanout/speech.ts';
import { phoenixHeartbeat, phoenixListener } from '../chat-fanout/wires.ts';
import { withClient } from '../signed-in-pages/database.ts';
import type { Closers } from '../closers.ts';
import { compileLoader, runLoad, writeRequests } from '../load/loader.ts';
import { cpuSeconds } from '../processes.ts';
import {
  decimals,
  interleave,
  median,
  printTable,
  ratios,
  spread,
  whole,
  type Contender,
} from '../rounds.ts';
import type { Options } from '../options.ts';
import { startLiveQuery } from './live-query.ts';
import { insertWithPgbench } from './pgbench.ts';
import { openRoom, RECEIVERS, sendRequests, startProduct, writeInserts, type Room } from './room.ts';

type Sizes = { rounds: number; secondsEach: number; mostPerSecond: number };
/** In a second nobody sends as many characters as a day allows (`chat.person_and_event`). */
const FULL: Sizes = { rounds: 5, secondsEach: 1, mostPerSecond: 10_000 };
const QUICK: Sizes = { rounds: 1, secondsEach: 1, mostPerSecond: 10_000 };
/** As many as the product opens to the database by default. */
const PGBENCH_CLIENTS = 10;
const CONNECTIONS = 32;
/** Counters of sessions that ended are read a moment later. */
const REAPED_LATE_MS = 300;

type Setting = { room: Room; folder: string; fanProgram: string; loader: string; sizes: Sizes };

/** A message of somebody signed in: stored for good, then with a hundred others in the room. */
export async function durableChat({ quick, installPeers }: Options, closers: Closers): Promise<void> {
  const sizes = quick ? QUICK : FULL;
  const folder = await mkdtemp(join(tmpdir(), 'hereabouts-b2-'));
  closers.add(() => rm(folder, { recursive: true, force: true }));
  const room = await openRoom(closers);
  if (!room) {
    console.log('Skipped: no Postgres server found; Debian: apt-get install postgresql');
    return;
  }
  await withClient(room.seeded.url, (client) => client.query('create sequence bench_seq start 10000000'));
  const setting = { room, folder, fanProgram: compileFan(folder), loader: compileLoader(folder), sizes };
  const product = await startProduct(room, folder, closers);
  const listeners = Array.from({ length: RECEIVERS }, (_, index) =>
    phoenixListener(product.port, `chat:${room.eventId}`, room.tokens[index] ?? ''),
  );
  const fan = (speaker: number, connections: readonly Connection[] = listeners) =>
    openFan(
      setting.fanProgram,
      join(folder, 'script'),
      [...connections, { port: speaker, steps: [] }],
      closers,
    );
  const productFan = await fan(product.port);
  await compareTimes(setting, productFan, { quick, installPeers }, closers);
  await compareRates(setting, product, productFan);
}

/** One message after the other: how long until everybody has it. */
async function compareTimes(
  { room, folder, fanProgram, sizes }: Setting,
  productFan: Fan,
  { quick, installPeers }: Options,
  closers: Closers,
): Promise<void> {
  const { secondsEach: seconds } = sizes;
  const requests = sendRequests(room, Math.ceil((sizes.rounds + 1) * seconds * 2_000) + 1, 1);
  const [first = ''] = requests;
  const [calibration, triggers] = [join(folder, 'first'), join(folder, 'sends')];
  await writeFile(calibration, first);
  await writeFile(triggers, requests.slice(1).join(''));
  const bytes = await productFan.calibrate(calibration);
  let sent = 0;
  const heartbeat = join(folder, 'heartbeat');
  await writeFile(heartbeat, phoenixHeartbeat());
  const measureProduct = async () => {
    await withClient(room.seeded.url, (client) => client.query('delete from rate_limits_kept'));
    await productFan.say(heartbeat);
    const run = await productFan.walk(seconds, triggers, bytes, first.length, sent);
    sent += run.rounds;
    if (run.extra !== 0) throw new Error(`${run.extra} bytes more than expected`);
    return run;
  };

  // What it must take at least: the insert, and a loop over a hundred sockets.
  const [bare] = await startContenders(folder, ['bare ws'], installPeers, closers);
  if (!bare) throw new Error('The bare loop did not start');
  const bareListeners = Array.from({ length: RECEIVERS }, (_, index) =>
    bare.wire.listener(bare.ports, roomName(0), index),
  );
  const bareFan = await openFan(
    fanProgram,
    join(folder, 'script'),
    [...bareListeners, bare.wire.speaker(bare.ports)],
    closers,
  );
  const once = join(folder, 'once');
  await writeFile(once, bare.wire.trigger(1, 1));
  const bareBytes = await bareFan.calibrate(once);
  const inserts = await writeInserts(room, folder);

  const contenders: Contender[] = [
    { name: 'product', measure: async () => timesOf(await measureProduct()) },
    {
      name: 'insert by pgbench, 1 client',
      measure: async () =>
        timesOf(
          await insertWithPgbench(room.server, room.seeded, inserts.insert, {
            clients: 1,
            seconds: Math.ceil(seconds),
            folder,
          }),
        ),
    },
    {
      name: 'bare loop over 100 sockets',
      measure: async () => timesOf(await bareFan.run(seconds / 2, once, bareBytes)),
    },
  ];
  const liveQuery = quick ? null : await startLiveQuery(room, folder, fanProgram, installPeers, closers);
  if (liveQuery)
    contenders.push({
      name: `Parse LiveQuery ${liveQuery.version}`,
      measure: async () => timesOf(await liveQuery.measure(seconds)),
    });

  const results = await interleave(contenders, sizes.rounds);
  const of = (name: string, figure: 'p50Ms' | 'p99Ms') =>
    (results.get(name) ?? []).map((sample) => sample[figure] ?? Number.NaN);
  const [, insert = '', loop = ''] = contenders.map(({ name }) => name);
  const limit = (figure: 'p50Ms' | 'p99Ms') =>
    of(insert, figure).map((value, round) => value + (of(loop, figure)[round] ?? Number.NaN));
  const row = (name: string, p50: number[], p99: number[]) => [
    name,
    spread(p50, decimals(2)),
    spread(p99, decimals(2)),
    spread(ratios(of('product', 'p50Ms'), p50), decimals(2)),
    spread(ratios(of('product', 'p99Ms'), p99), decimals(2)),
  ];
  printTable(
    ['until all have it', 'p50 ms', 'p99 ms', 'product to it, p50', 'product to it, p99'],
    [
      ...contenders.map(({ name }) => row(name, of(name, 'p50Ms'), of(name, 'p99Ms'))),
      row('the limit: insert + loop', limit('p50Ms'), limit('p99Ms')),
    ],
  );
}

const timesOf = ({ p50Ms, p99Ms }: { p50Ms: number; p99Ms: number }) => ({ p50Ms, p99Ms });

/** As many messages as go through, to a hundred listeners. */
async function compareRates(
  { room, folder, loader, sizes }: Setting,
  product: { pid: number; port: number },
  productFan: Fan,
): Promise<void> {
  const { server, seeded, eventId } = room;
  const { secondsEach: seconds, rounds } = sizes;
  const count = Math.ceil((rounds + 1) * seconds * sizes.mostPerSecond);
  const requests = await writeRequests(join(folder, 'posts'), sendRequests(room, count, RECEIVERS));
  const inserts = await writeInserts(room, folder);
  const lastSeq = () =>
    withClient(seeded.url, async (client) => {
      const sql = 'select last_seq::int as seq from chat_room where event_id = $1';
      return (await client.query<{ seq: number }>(sql, [eventId])).rows[0]?.seq ?? 0;
    });
  const databaseS = () => cpuSeconds(server.pid, { withChildren: true });
  let from = 0;

  const heartbeat = join(folder, 'heartbeat');
  const measureProduct = async () => {
    await productFan.say(heartbeat);
    const before = { productS: cpuSeconds(product.pid), databaseS: databaseS(), seq: await lastSeq() };
    const load = { ratePerS: 0, connections: CONNECTIONS, seconds, order: from } as const;
    const [loaded, bytes] = await Promise.all([
      runLoad(loader, product.port, requests, load),
      productFan.listen(seconds),
    ]);
    const stored = (await lastSeq()) - before.seq;
    from += loaded.answers + CONNECTIONS;
    if (from > count) throw new Error('There were too few requests prepared');
    return {
      perSecond: stored / loaded.seconds,
      serverUs: ((cpuSeconds(product.pid) - before.productS) * 1e6) / stored,
      databaseUs: ((databaseS() - before.databaseS) * 1e6) / stored,
      bytesEach: bytes / stored / RECEIVERS,
      p99Ms: loaded.p99Ms,
    };
  };
  const measurePgbench = (script: string) => async () => {
    const before = databaseS();
    const load = { clients: PGBENCH_CLIENTS, seconds: Math.ceil(seconds), folder };
    const { perSecond, p99Ms } = await insertWithPgbench(server, seeded, script, load);
    await sleep(REAPED_LATE_MS);
    const databaseUs = ((databaseS() - before) * 1e6) / (perSecond * load.seconds);
    return { perSecond, databaseUs, p99Ms, serverUs: Number.NaN, bytesEach: Number.NaN };
  };
  const contenders: Contender[] = [
    { name: 'product, 32 senders, 100 listeners', measure: measureProduct },
    { name: 'pgbench: the insert', measure: measurePgbench(inserts.insert) },
    { name: 'pgbench: next number and insert', measure: measurePgbench(inserts.log) },
  ];
  const results = await interleave(contenders, rounds);
  const of = (name: string, figure: string) =>
    (results.get(name) ?? []).map((sample) => sample[figure] ?? Number.NaN);
  const [own = ''] = contenders.map(({ name }) => name);
  printTable(
    ['who', 'stored/s', 'product to it', 'server µs', 'database µs', 'p99 ms', 'bytes a delivery'],
    contenders.map(({ name }) => [
      name,
      spread(of(name, 'perSecond'), whole),
      name === own ? '' : spread(ratios(of(own, 'perSecond'), of(name, 'perSecond')), decimals(2)),
      name === own ? whole(median(of(name, 'serverUs'))) : '',
      whole(median(of(name, 'databaseUs'))),
      decimals(1)(median(of(name, 'p99Ms'))),
      name === own ? decimals(1)(median(of(name, 'bytesEach'))) : '',
    ]),
  );
}
