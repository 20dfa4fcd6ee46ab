import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Closers } from '../closers.ts';
import {
  compileLoader,
  getRequest,
  runLoad,
  writeRequests,
  type Load,
  type RequestFile,
} from '../load/loader.ts';
import { cpuSeconds } from '../processes.ts';
import { openServer, seedDatabase, withClient, type Seeded, type Server } from './database.ts';
import { PAGES, pathOf, type Page } from './pages.ts';
import type { Running } from './product.ts';
import { makeSigningKey, pickVisitors, signTokens, type Visitor } from './visitors.ts';

export type Sizes = {
  people: number;
  /** In the other database, which shows what the amount of data costs. */
  fewPeople: number;
  /** Signed-in people the requests come from. */
  visitors: number;
  rounds: number;
  secondsEach: number;
  /** How long the database is left alone before its counters are read, ms. */
  settleMs: number;
};
/** An idle session reports what it did up to ten seconds late. */
const REPORTED_LATE_MS = 11_000;
export const FULL: Sizes = {
  people: 100_000,
  fewPeople: 1_000,
  visitors: 2_000,
  rounds: 5,
  secondsEach: 4,
  settleMs: REPORTED_LATE_MS,
};
export const QUICK: Sizes = {
  people: 1_000,
  fewPeople: 100,
  visitors: 200,
  rounds: 1,
  secondsEach: 1,
  settleMs: 0,
};

export const CONNECTIONS = 32;

/** Everything the measurements share. */
export type Setting = {
  sizes: Sizes;
  folder: string;
  loader: string;
  server: Server;
  signingKey: string;
  large: Seeded;
  small: Seeded;
};

/** Null without Postgres. */
export async function prepare(sizes: Sizes, closers: Closers): Promise<Setting | null> {
  const folder = await mkdtemp(join(tmpdir(), 'hereabouts-b5-'));
  closers.add(() => rm(folder, { recursive: true, force: true }));
  const loader = compileLoader(folder);
  const server = await openServer(closers);
  if (!server) return null;
  const large = await seedDatabase(server, 'large', sizes.people);
  const small = await seedDatabase(server, 'small', sizes.fewPeople);
  return { sizes, folder, loader, server, signingKey: makeSigningKey(), large, small };
}

export type Signed = { visitors: Visitor[]; tokens: string[] };

/** Signs people in afresh: tokens last a quarter of an hour. */
export async function signIn(setting: Setting, seeded: Seeded, most: number): Promise<Signed> {
  const visitors = await pickVisitors(seeded, most);
  return { visitors, tokens: await signTokens(seeded, setting.signingKey, visitors) };
}

let fileCount = 0;

export function writePageRequests(
  { folder }: Setting,
  page: Page,
  { visitors, tokens }: Signed,
  headers: Readonly<Record<string, string>> = {},
): Promise<RequestFile> {
  const requests = visitors.map((visitor, index) =>
    getRequest(pathOf(page, visitor), { ...headers, Authorization: `Bearer ${tokens[index]}` }),
  );
  return writeRequests(join(folder, `${page}-${fileCount++}`), requests);
}

export async function writeAllPages(
  setting: Setting,
  signed: Signed,
): Promise<Readonly<Record<Page, RequestFile>>> {
  const files = await Promise.all(PAGES.map((page) => writePageRequests(setting, page, signed)));
  return Object.fromEntries(PAGES.map((page, index) => [page, files[index]])) as Record<Page, RequestFile>;
}

export async function writeTokens({ folder }: Setting, { visitors, tokens }: Signed): Promise<string> {
  const file = join(folder, 'tokens.json');
  const table = tokens.map((token, index) => [token, visitors[index]?.userId]);
  await writeFile(file, JSON.stringify(Object.fromEntries(table)));
  return file;
}

/** CPU is in microseconds a request. */
export type HttpSample = {
  answers: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  serverUs: number;
  databaseUs: number;
  loaderUs: number;
  bytes: number;
  unsent: number;
};

export async function measureHttp(
  { loader, server, sizes }: Setting,
  { port, pid }: Running,
  requests: RequestFile,
  load: Partial<Load> = {},
): Promise<HttpSample> {
  const cpu = () => [cpuSeconds(pid), cpuSeconds(server.pid, { withChildren: true })] as const;
  const before = cpu();
  const loaded = await runLoad(loader, port, requests, {
    ratePerS: 0,
    connections: CONNECTIONS,
    seconds: sizes.secondsEach,
    order: 'random',
    ...load,
  });
  const after = cpu();
  const each = (seconds: number) => (seconds * 1e6) / loaded.answers;
  return {
    answers: loaded.answers,
    perSecond: loaded.perSecond,
    p50Ms: loaded.p50Ms,
    p99Ms: loaded.p99Ms,
    serverUs: each(after[0] - before[0]),
    databaseUs: each(after[1] - before[1]),
    loaderUs: each(loaded.cpuS),
    bytes: loaded.bytes / loaded.answers,
    unsent: loaded.unsent,
  };
}

/** Statements the database has answered so far; sessions report theirs up to ten seconds late. */
export async function countTransactions({ url }: Seeded): Promise<number> {
  const rows = await withClient(url, async (client) => {
    const sql = 'select xact_commit::int as done from pg_stat_database where datname = current_database()';
    return (await client.query<{ done: number }>(sql)).rows;
  });
  return rows[0]?.done ?? 0;
}
