import { loadavg } from 'node:os';
import type { Closers } from '../closers.ts';
import { residentBytes } from '../processes.ts';
import { printTable, whole } from '../rounds.ts';
import type { Options } from '../options.ts';
import { sendFrames } from './frames.ts';
import { createWorld, type World } from './people.ts';
import { startProduct, type Product } from './product.ts';
import { routesOf } from './requests.ts';
import { createTally, sendRequests, type Tally } from './send.ts';

const MEGABYTE = 1024 * 1024;
/** A part of a run; B10_REQUESTS and B10_FRAMES say how many in all. */
const PART_REQUESTS = 10_000;
const PART_FRAMES = 5_000;
const FINDINGS_SHOWN = 20;

const numberOf = (name: string, fallback: number) => Number(process.env[name] ?? fallback);

/** Fuzzed requests and malformed frames as every role: nothing leaks, nothing is a 5xx, memory stays where it is. */
export async function fuzz({ quick }: Options, closers: Closers): Promise<void> {
  const seed = numberOf('B10_SEED', Date.now() % 1_000_000_000);
  const requests = numberOf('B10_REQUESTS', quick ? 500 : 50_000);
  const frames = numberOf('B10_FRAMES', quick ? 500 : 10_000);
  const rows: string[][] = [];
  const findings: string[] = [];
  for (const database of ['PGlite', 'Postgres'] as const) {
    const product = await startProduct(database, closers);
    if (product === null) {
      console.log('Skipped: no Postgres server found (Debian: apt-get install postgresql).\n');
      continue;
    }
    const result = await attack(product, { seed, requests, frames });
    findings.push(...result.findings.map((finding) => `${database}: ${finding}`));
    rows.push(...result.rows);
  }
  printTable(
    [
      'database',
      'seed',
      'what',
      'sent',
      's',
      'answers',
      'findings',
      'resident MB, first part to last (most)',
      'load',
    ],
    rows,
  );
  for (const finding of findings.slice(0, FINDINGS_SHOWN)) console.log(`- ${finding}`);
  if (findings.length > 0) throw new Error(`${findings.length} answers that must not be`);
}

type Asked = { seed: number; requests: number; frames: number };

async function attack(product: Product, { seed, requests, frames }: Asked) {
  const world = await createWorld(product.url, seed);
  const document: unknown = await (await fetch(`${product.url}/openapi.json`)).json();
  const routes = routesOf(document);
  const request = await inParts(product, requests, PART_REQUESTS, (tally, part, many) =>
    sendRequests({ url: product.url, world, routes, seed: seed + part, requests: many }, tally),
  );
  const frame = await inParts(product, frames, PART_FRAMES, (tally, part, many) =>
    sendFrames({ url: product.url, world, seed: seed + part, frames: many }, tally),
  );
  await mustStillWork(product, world);
  const row = (what: string, { tally, seconds, resident }: Parts) => [
    product.database,
    String(seed),
    what,
    whole(tally.sent),
    seconds.toFixed(0),
    [...tally.byStatus]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([status, times]) => `${status}: ${whole(times)}`)
      .concat(tally.resets > 0 ? [`reset: ${whole(tally.resets)}`] : [])
      .join(', '),
    String(tally.findings.length),
    `${whole(resident[0] ?? 0)} to ${whole(resident.at(-1) ?? 0)} (${whole(Math.max(...resident))})`,
    loadavg()[0]?.toFixed(1) ?? '',
  ];
  return {
    rows: [row('requests', request), row('frames', frame)],
    findings: [...request.tally.findings, ...frame.tally.findings],
  };
}

type Parts = { tally: Tally; seconds: number; resident: number[] };

async function inParts(
  { pid }: Product,
  total: number,
  partSize: number,
  send: (tally: Tally, part: number, many: number) => Promise<void>,
): Promise<Parts> {
  const tally = createTally();
  const resident: number[] = [];
  const startedMs = performance.now();
  for (let part = 0; part * partSize < total; part++) {
    await send(tally, part, Math.min(partSize, total - part * partSize));
    resident.push(residentBytes(pid) / MEGABYTE);
  }
  return { tally, seconds: (performance.now() - startedMs) / 1_000, resident };
}

/** What was sent cost nobody else the service. */
async function mustStillWork({ url }: Product, { people }: World): Promise<void> {
  await people.stranger.signIn();
  const answer = await fetch(`${url}/api/home`, {
    headers: { authorization: `Bearer ${people.stranger.token}` },
  });
  if (answer.status !== 200) throw new Error(`/api/home answered ${answer.status} after the run`);
}
