import { setTimeout as sleep } from 'node:timers/promises';
import { missingPrograms } from '../../soak/machines.ts';
import { Closers } from '../closers.ts';
import type { Options } from '../options.ts';
import { median, printTable, whole } from '../rounds.ts';
import { openLossyProxy } from './lossy-proxy.ts';
import { Crowd, type Restored } from './crowd.ts';
import { startEmbedded, startOnPostgres, type Subject } from './subjects.ts';

const numberOf = (name: string, fallback: number) => Number(process.env[name] ?? fallback);

type Sizes = {
  kills: number;
  killsEach: number;
  loadMs: number;
  rooms: number;
  people: number;
  times: number;
};
/** `people`: in each room; `killsEach`: with the same people; each kill costs them a part of what they may write in a day. */
const FULL: Sizes = {
  kills: 100,
  killsEach: 10,
  loadMs: 2_000,
  rooms: 4,
  people: 20,
  times: numberOf('B9_TIMES', 5),
};
const QUICK: Sizes = { kills: 1, killsEach: 1, loadMs: 300, rooms: 2, people: 2, times: 1 };
const FROZEN_MS = 3_000;
/** Of pages and requests on half-open connections, so that many are tried; the app waits 30 s and longer. */
const HEARTBEAT_MS = 2_000;
const TIMEOUT_MS = 3_000;
const STORM_PAGES = 15;
const STORM_RETRY_MS = 20;

type Result = {
  what: string;
  times: number;
  acknowledged: number;
  restored: Restored[];
  failures: number;
  findings: string[];
};

/**
 * Breaks an instance under load, again and again, and reads every client's log: nothing acknowledged may be lost, doubled or
 * out of order. B9_KILLS, B9_TIMES (of the other faults), B9_LOAD_MS (before each) and B9_PEOPLE (in each of four rooms) say how
 * much; B9_DATABASE takes one of them alone.
 */
export async function faults({ quick }: Options, closers: Closers): Promise<void> {
  const base = quick ? QUICK : FULL;
  const kills = numberOf('B9_KILLS', base.kills);
  const sizes = { ...base, kills, loadMs: numberOf('B9_LOAD_MS', base.loadMs) };
  const segments = Math.ceil(kills / sizes.killsEach) + 3;
  const rows: string[][] = [];
  const findings: string[] = [];
  const subjects = [
    { database: 'pglite', start: startEmbedded, missing: [] },
    { database: 'postgres', start: startOnPostgres, missing: missingPrograms() },
  ];
  for (const { database, start, missing } of subjects) {
    if (database !== (process.env['B9_DATABASE'] ?? database)) continue;
    if (missing.length > 0) {
      console.log(`Skipped on Postgres, missing: ${missing.join(', ')}\n`);
      continue;
    }
    const own = new Closers();
    closers.add(() => own.close());
    const subject = await start(segments * sizes.rooms, sizes.people, own);
    for (const result of await breakAll(subject, sizes, closers)) {
      rows.push(rowOf(subject.name, result));
      findings.push(...result.findings.map((text) => `${subject.name}, ${result.what}: ${text}`));
    }
    await own.close();
  }
  printTable(
    [
      'database',
      'fault',
      'times',
      'acknowledged',
      'lost, doubled or out of order',
      'everybody writes again after, s',
      'every page receives again after, s',
      'requests refused or lost',
    ],
    rows,
  );
  for (const finding of findings.slice(0, 20)) console.log(`- ${finding}`);
  if (findings.length > 0) throw new Error(`${findings.length} findings`);
}

const seconds = (values: readonly number[]) =>
  `${(median(values) / 1_000).toFixed(2)} (${(Math.min(...values) / 1_000).toFixed(2)}–${(Math.max(...values) / 1_000).toFixed(2)})`;

const rowOf = (database: string, { what, times, acknowledged, restored, failures, findings }: Result) => [
  database,
  what,
  String(times),
  whole(acknowledged),
  String(findings.length),
  seconds(restored.map(({ writingMs }) => writingMs)),
  seconds(restored.map(({ readingMs }) => readingMs)),
  whole(failures),
];

async function breakAll(subject: Subject, sizes: Sizes, closers: Closers): Promise<Result[]> {
  const { kills, killsEach, loadMs, times } = sizes;
  const waiting = subject.rooms.values();
  const rooms = () => Array.from({ length: sizes.rooms }, () => waiting.next().value!);
  const byKilled = new Map<string, Result>();
  let turn = 0;
  while (turn < kills) {
    const crowd = new Crowd(rooms(), { url: subject.url, pagesEach: 2 });
    closers.add(() => crowd.close());
    await crowd.start();
    for (let each = 0; each < killsEach && turn < kills; each++, turn++) {
      const before = crowd.acknowledged();
      await sleep(loadMs * (0.5 + Math.random()));
      const killedMs = performance.now();
      const { what, back } = subject.kill(turn);
      const [restored] = await Promise.all([crowd.restored(killedMs), back]);
      const result = byKilled.get(what) ?? emptyResult(`kill -9 of ${what}`);
      byKilled.set(what, result);
      result.times += 1;
      result.restored.push(restored);
      result.acknowledged += crowd.acknowledged() - before;
    }
    const found = await crowd.finish();
    const [last] = [...byKilled.values()];
    last?.findings.push(...found);
    if (last) last.failures += crowd.log.count;
    // A run of half an hour may be cut short: so far.
    for (const result of byKilled.values()) console.log(rowOf(subject.name, result).join(' | '));
  }
  const frozen = await repeat(
    'SIGSTOP for 3 s',
    times,
    { crowd: new Crowd(rooms(), { url: subject.url, pagesEach: 2 }), loadMs },
    async () => {
      subject.freeze();
      await sleep(FROZEN_MS);
      subject.thaw();
    },
  );
  const proxy = await openLossyProxy(subject.url);
  closers.add(() => proxy.close());
  const dropped = {
    crowd: new Crowd(rooms(), {
      url: proxy.url,
      pagesEach: 2,
      heartbeatMs: HEARTBEAT_MS,
      timeoutMs: TIMEOUT_MS,
    }),
    loadMs,
  };
  const halfOpen = await repeat('half-open connections', times, dropped, async (time) => {
    proxy.drop(time % 2 === 0 ? 'answers' : 'everything');
  });
  const crowd = new Crowd(rooms(), { url: subject.url, pagesEach: STORM_PAGES, retryMs: STORM_RETRY_MS });
  const storm = await repeat('kill -9 and a storm of retries', times, { crowd, loadMs }, async (time) => {
    await subject.kill(time).back;
  });
  return [...byKilled.values(), frozen, halfOpen, storm];
}

const emptyResult = (what: string): Result => ({
  what,
  times: 0,
  acknowledged: 0,
  restored: [],
  failures: 0,
  findings: [],
});

/** `restored` counts from the moment in which the fault begins. */
async function repeat(
  what: string,
  times: number,
  { crowd, loadMs }: { crowd: Crowd; loadMs: number },
  fault: (time: number) => Promise<void>,
): Promise<Result> {
  const result = { ...emptyResult(what), times };
  await crowd.start();
  for (let time = 0; time < times; time++) {
    await sleep(loadMs);
    const sinceMs = performance.now();
    const [, restored] = await Promise.all([fault(time), crowd.restored(sinceMs)]);
    result.restored.push(restored);
    console.log(
      `${what}, ${time + 1}: ${Math.round(restored.writingMs)} ms, ${Math.round(restored.readingMs)} ms`,
    );
  }
  result.findings = await crowd.finish();
  result.acknowledged = crowd.acknowledged();
  result.failures = crowd.log.count;
  console.log(`${what}: ${result.findings.length} findings`);
  return result;
}
