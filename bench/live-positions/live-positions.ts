import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProduct } from '../signed-in-pages/product.ts';
import type { Closers } from '../closers.ts';
import { hasPackage, installPackages } from '../peers/peer.ts';
import { cpuSeconds, residentBytes, startProgram } from '../processes.ts';
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
import { Crowd, type Walked } from './crowd.ts';
import { bitsOfStep } from './entropy.ts';
import { openFestival, rowsWritten } from './festival.ts';
import { productSeats, socketIoSeats } from './seats.ts';

type Sizes = {
  people: number;
  friends: number;
  rounds: number;
  secondsEach: number;
  warmUpS: number;
  lateMs: number;
};
/** Sessions of the database report what they did up to ten seconds late. */
const REPORTED_LATE_MS = 11_000;
const FULL: Sizes = {
  people: 1_000,
  friends: 50,
  rounds: 5,
  secondsEach: 5,
  warmUpS: 2,
  lateMs: REPORTED_LATE_MS,
};
const QUICK: Sizes = { people: 60, friends: 10, rounds: 1, secondsEach: 1, warmUpS: 1, lateMs: 0 };
const PEER = join(import.meta.dirname, '../peers/socket-io');

/** Everybody at a festival walks and sends once a second; each sees so many friends. */
export async function livePositions({ quick, installPeers }: Options, closers: Closers): Promise<void> {
  const sizes = quick ? QUICK : FULL;
  const festival = await openFestival(sizes, closers);
  if (!festival) {
    console.log('Skipped: no Postgres server found; Debian: apt-get install postgresql');
    return;
  }
  const contenders: Contender[] = [];
  const product = await startProduct(festival.seeded, festival.signingKey, closers);
  const crowd = new Crowd(sizes.people);
  closers.add(() => crowd.close());
  await crowd.open(productSeats(festival, product.port));
  contenders.push({ name: 'product', measure: () => measure(crowd, product.pid, sizes) });

  if (!quick && installPeers && !hasPackage(PEER, 'socket.io')) installPackages(PEER);
  const hasPeer = !quick && hasPackage(PEER, 'socket.io');
  if (hasPeer) {
    const args = [join(PEER, 'serve-positions.mjs'), String(sizes.people), String(sizes.friends)];
    const peer = await startProgram(process.execPath, args, { ready: /^ready (\d+)$/ });
    closers.add(() => peer.stop());
    const peerCrowd = new Crowd(sizes.people);
    closers.add(() => peerCrowd.close());
    await peerCrowd.open(socketIoSeats(festival, Number(peer.said)));
    contenders.push({
      name: `Socket.IO ${versionOf(PEER, 'socket.io')}`,
      measure: () => measure(peerCrowd, peer.pid, sizes),
    });
  } else if (!quick) {
    console.log('Not had: Socket.IO (npm run bench -- --peers b3 installs it).\n');
  }

  // What joining wrote, if anything, is not what is asked for.
  await pause(sizes.lateMs);
  const before = await rowsWritten(festival.seeded);
  const results = await interleave(contenders, sizes.rounds);
  await pause(sizes.lateMs);
  const written = (await rowsWritten(festival.seeded)) - before;

  report(results, sizes);
  const bits = bitsOfStep();
  const own = (figure: string) =>
    median((results.get('product') ?? []).map((one) => one[figure] ?? Number.NaN));
  const [bytesAFrame, updates, payload] = [own('frameBytes'), own('updates'), own('payload')];
  console.log(
    `A frame of the product holds ${decimals(1)(bytesAFrame)} bytes on average. A step of this walk holds ` +
      `${decimals(2)(bits)} bits at least (entropy); ${decimals(1)(updates)} of them a second are ` +
      `${decimals(1)((updates * bits) / 8)} bytes, and the frames' own are ${decimals(1)(payload)}: ` +
      `${decimals(2)(payload / ((updates * bits) / 8))} times as many.`,
  );
  console.log(`Rows written to the database while everybody walked: ${written}.`);
  console.log(
    `Memory of the product with ${sizes.people} people: ${whole(residentBytes(product.pid) / 2 ** 20)} MB.`,
  );
}

async function measure(crowd: Crowd, pid: number, { people, secondsEach, warmUpS }: Sizes) {
  const walked = crowd.walk(secondsEach, warmUpS);
  await pause(warmUpS * 1_000);
  const cpuBefore = cpuSeconds(pid);
  const result = await walked;
  const serverS = cpuSeconds(pid) - cpuBefore;
  return figuresOf(result, people, serverS);
}

function figuresOf(walked: Walked, people: number, serverS: number) {
  const { seconds, bytes, updates, messages, messageBytes, stalenessMs, errorsM } = walked;
  const at = (values: Float64Array, share: number) =>
    values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
  return {
    bytes: bytes / people / seconds,
    updates: updates / people / seconds,
    bytesEach: walked.wireBytes / updates,
    positionBytes: walked.wireBytes / people / seconds,
    frameBytes: messageBytes / messages,
    payload: messageBytes / people / seconds,
    p50Ms: at(stalenessMs, 0.5),
    p99Ms: at(stalenessMs, 0.99),
    mostMs: at(stalenessMs, 1),
    errorM: at(errorsM, 1),
    cores: serverS / seconds,
  };
}

function report(results: ReadonlyMap<string, readonly Record<string, number>[]>, { friends }: Sizes): void {
  const of = (name: string, figure: string) =>
    (results.get(name) ?? []).map((sample) => sample[figure] ?? Number.NaN);
  printTable(
    [
      'who',
      'bytes a viewer a second',
      'with all else',
      'friends told of a second',
      'bytes an update',
      'to the product',
      'staleness p50 ms',
      'p99 ms',
      'most ms',
      'largest error m',
      'server cores',
    ],
    [...results.keys()].map((name) => [
      name,
      spread(of(name, 'positionBytes'), whole),
      spread(of(name, 'bytes'), whole),
      `${decimals(1)(median(of(name, 'updates')))} of ${friends}`,
      decimals(2)(median(of(name, 'bytesEach'))),
      name === 'product'
        ? ''
        : spread(ratios(of(name, 'bytesEach'), of('product', 'bytesEach')), decimals(1)),
      spread(of(name, 'p50Ms'), whole),
      spread(of(name, 'p99Ms'), whole),
      spread(of(name, 'mostMs'), whole),
      decimals(2)(Math.max(...of(name, 'errorM'))),
      spread(of(name, 'cores'), decimals(2)),
    ]),
  );
}

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

const versionOf = (folder: string, name: string): string =>
  (
    JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')) as {
      version: string;
    }
  ).version;
