import { setTimeout as sleep } from 'node:timers/promises';
import { getRequest, runLoad, writeRequests, type RequestFile } from '../load/loader.ts';
import type { Closers } from '../closers.ts';
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
import { cpuSeconds } from '../processes.ts';
import { PAGES, statementOf, type Page } from './pages.ts';
import { runPgbench, writeScript } from './pgbench.ts';
import { comparePeers } from './peers.ts';
import { startBare, startConstant, startProduct, type Running } from './product.ts';
import {
  CONNECTIONS,
  countTransactions,
  FULL,
  measureHttp,
  prepare,
  QUICK,
  signIn,
  writeAllPages,
  writePageRequests,
  writeTokens,
  type HttpSample,
  type Setting,
} from './setting.ts';

/** As many as the product opens to the database by default. */
const PGBENCH_CLIENTS = 10;
/**
 * A client of pgbench asks for another person after so many transactions on average. At 20 the look-up costs about 1 % of
 * them, but what a person's page reads is at hand for 19; at 1 it is a statement more each time.
 */
const SAME_PERSON_FOR = [20, 1];
/** Share of what it could answer at most that is asked for when the time of an answer is measured. */
const CALM = 0.3;
/** Share of everyone who come once each: more than a run asks for and than the server remembers. */
const STRANGERS = 0.4;
/** pgbench's sessions end with it; the server takes note of their CPU a moment later. */
const REAPED_LATE_MS = 300;

/** Home, event and contacts of signed-in people, on Postgres. */
export async function signedInPages({ quick, installPeers }: Options, closers: Closers): Promise<void> {
  const setting = await prepare(quick ? QUICK : FULL, closers);
  if (!setting) {
    console.log('Skipped: no Postgres server found; Debian: apt-get install postgresql');
    return;
  }
  const { large, small, sizes } = setting;
  console.log(
    `${whole(large.people)} people, seeded in ${large.seedS.toFixed(1)} s; ${whole(small.people)} in ${small.seedS.toFixed(1)} s. ` +
      `${sizes.rounds} rounds of ${sizes.secondsEach} s each, interleaved; ${CONNECTIONS} connections, ${PGBENCH_CLIENTS} of pgbench.\n`,
  );
  await proveLoader(setting, closers);
  const product = await startProduct(large, setting.signingKey, closers);
  const rates = await comparePages(setting, product, closers);
  await compareVisits(setting, product);
  await compareSizes(setting, product, rates, closers);
  if (!quick) await comparePeers(setting, product, { install: installPeers }, closers);
}

/** The generator against a server that does nothing but answer. */
async function proveLoader({ loader, folder, sizes }: Setting, closers: Closers): Promise<void> {
  const constant = await startConstant(closers);
  const file = await writeRequests(`${folder}/constant`, [
    getRequest('/', { Authorization: 'x'.repeat(600) }),
  ]);
  const load = {
    ratePerS: 0,
    connections: CONNECTIONS,
    seconds: sizes.secondsEach,
    order: 'random',
  } as const;
  const loaded = await runLoad(loader, constant.port, file, load);
  const us = (loaded.cpuS * 1e6) / loaded.answers;
  console.log(
    `Load generator against a constant answer: ${whole(loaded.perSecond)}/s, ${us.toFixed(1)} µs of its CPU a request.\n`,
  );
}

/** The product, the bare server and pgbench, page by page. Returns how many answers a second the product gave. */
async function comparePages(
  setting: Setting,
  product: Running,
  closers: Closers,
): Promise<Record<Page, number>> {
  const { large, sizes, server } = setting;
  const signed = await signIn(setting, large, sizes.visitors);
  const files = await writeAllPages(setting, signed);
  const bare = await startBare(large, await writeTokens(setting, signed), closers);
  const rates: Partial<Record<Page, number>> = {};
  const rows: string[][] = [];
  for (const page of PAGES) {
    const pgbench = async (samePersonFor: number) => {
      const script = await scriptOf(setting, page, signed.visitors, samePersonFor);
      const before = cpuSeconds(server.pid, { withChildren: true });
      const load = { clients: PGBENCH_CLIENTS, seconds: sizes.secondsEach };
      const perSecond = await runPgbench(server, large, script, load);
      await sleep(REAPED_LATE_MS);
      const databaseS = cpuSeconds(server.pid, { withChildren: true }) - before;
      return { perSecond, databaseUs: (databaseS * 1e6) / (perSecond * sizes.secondsEach) };
    };
    const contenders: Contender<Partial<HttpSample>>[] = [
      { name: 'product', measure: () => measureHttp(setting, product, files[page]) },
      { name: 'bare', measure: () => measureHttp(setting, bare, files[page]) },
      ...SAME_PERSON_FOR.map((count) => ({
        name: count === 1 ? 'pgbench, another person each time' : 'pgbench',
        measure: () => pgbench(count),
      })),
    ];
    const results = await interleave(contenders as Contender[], sizes.rounds);
    const of = (name: string, figure: keyof HttpSample) =>
      (results.get(name) ?? []).map((sample) => sample[figure] ?? Number.NaN);
    rates[page] = median(of('product', 'perSecond'));
    for (const { name } of contenders) {
      const cpu = (figure: keyof HttpSample) =>
        name.startsWith('pgbench') && figure !== 'databaseUs' ? '' : whole(median(of(name, figure)));
      rows.push([
        page,
        name,
        spread(of(name, 'perSecond'), whole),
        name === 'product'
          ? ''
          : spread(ratios(of('product', 'perSecond'), of(name, 'perSecond')), decimals(2)),
        cpu('serverUs'),
        cpu('databaseUs'),
        cpu('loaderUs'),
      ]);
    }
  }
  printTable(['page', 'who', 'answers/s', 'product to it', 'server µs', 'database µs', 'generator µs'], rows);
  return rates as Record<Page, number>;
}

async function scriptOf(
  { folder, sizes }: Setting,
  page: Page,
  visitors: readonly { userId: string; eventId: number }[],
  samePersonFor: number,
) {
  const [someone] = visitors;
  if (!someone) throw new Error('Nobody has an event ahead');
  const statement = await statementOf(page, someone, new Date().toISOString());
  const file = `${folder}/${page}.sql`;
  return writeScript(file, statement, {
    ...someone,
    visitors: Math.min(sizes.visitors, visitors.length),
    samePersonFor,
  });
}

/** Home for people who were here a moment ago, for people whom nobody knows yet, and with answers compressed. */
async function compareVisits(setting: Setting, product: Running): Promise<void> {
  const { large, sizes } = setting;
  const known = await signIn(setting, large, sizes.visitors);
  const strangers = await signIn(setting, large, large.people * STRANGERS);
  const home = await writePageRequests(setting, 'home', known);
  const newHome = await writePageRequests(setting, 'home', strangers);
  const compressed = await writePageRequests(setting, 'home', known, {
    'Accept-Encoding': 'gzip, deflate, br',
  });
  const visits: { name: string; file: RequestFile; inTurn: boolean }[] = [
    { name: `${whole(known.tokens.length)} people again and again`, file: home, inTurn: false },
    { name: `${whole(strangers.tokens.length)} people, each once`, file: newHome, inTurn: true },
    { name: 'the first, answers compressed', file: compressed, inTurn: false },
  ];
  let nextInTurn = 0;
  const measure = async ({ file, inTurn }: (typeof visits)[number]) => {
    const sample = await measureHttp(setting, product, file, { order: inTurn ? nextInTurn : 'random' });
    if (inTurn) nextInTurn += sample.answers;
    return sample;
  };
  const results = await interleave<HttpSample>(
    visits.map((visit) => ({ name: visit.name, measure: () => measure(visit) })),
    sizes.rounds,
  );
  const statements = new Map<string, number>();
  for (const visit of visits) {
    const before = await settledCount(setting);
    const sample = await measure(visit);
    const sent = (await settledCount(setting)) - before;
    statements.set(visit.name, sent / sample.answers);
  }
  const rows = [...results].map(([name, samples]) => {
    const of = (figure: keyof HttpSample) => samples.map((sample) => sample[figure]);
    return [
      name,
      spread(of('perSecond'), whole),
      whole(median(of('serverUs'))),
      whole(median(of('databaseUs'))),
      decimals(2)(statements.get(name) ?? Number.NaN),
      whole(median(of('bytes'))),
    ];
  });
  printTable(['home', 'answers/s', 'server µs', 'database µs', 'statements each', 'bytes each'], rows);
}

async function settledCount({ large, sizes }: Setting): Promise<number> {
  await sleep(sizes.settleMs);
  return countTransactions(large);
}

/** Times of answers at a calm, steady rate, on all the data and on a fraction of it. */
async function compareSizes(
  setting: Setting,
  product: Running,
  rates: Record<Page, number>,
  closers: Closers,
): Promise<void> {
  const { large, small, sizes } = setting;
  const onSmall = await startProduct(small, setting.signingKey, closers);
  const few = Math.min(sizes.visitors, small.people / 4);
  const files = {
    large: await writeAllPages(setting, await signIn(setting, large, few)),
    small: await writeAllPages(setting, await signIn(setting, small, few)),
  };
  const rows: string[][] = [];
  for (const page of PAGES) {
    const load = { ratePerS: Math.round(rates[page] * CALM) };
    const results = await interleave<HttpSample>(
      [
        { name: 'large', measure: () => measureHttp(setting, product, files.large[page], load) },
        { name: 'small', measure: () => measureHttp(setting, onSmall, files.small[page], load) },
      ],
      sizes.rounds,
    );
    const of = (name: string, figure: keyof HttpSample) => (results.get(name) ?? []).map((s) => s[figure]);
    for (const [name, { people }] of Object.entries({ large, small })) {
      rows.push([
        page,
        whole(people),
        whole(load.ratePerS),
        spread(of(name, 'p50Ms'), decimals(2)),
        spread(of(name, 'p99Ms'), decimals(2)),
        whole(median(of(name, 'databaseUs'))),
        name === 'large' ? spread(ratios(of('large', 'p99Ms'), of('small', 'p99Ms')), decimals(2)) : '',
      ]);
    }
  }
  printTable(['page', 'people', 'asked/s', 'p50 ms', 'p99 ms', 'database µs', 'p99, large to small'], rows);
}
