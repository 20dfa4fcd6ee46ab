import { CHAT_PAGE_MAX_BYTES } from '@hereabouts/contract/chat';
import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPage } from '@hereabouts/server/features/chat/repo';
import { insertMessages } from '@hereabouts/server/features/chat/send-repo';
import { listHome } from '@hereabouts/server/features/events/home-repo';
import { findEventDetail } from '@hereabouts/server/features/events/repo';
import { listContacts } from '@hereabouts/server/features/friendships/repo';
import type { Closers } from '../closers.ts';
import { decimals, interleave, median, printTable, ratios, spread, whole } from '../rounds.ts';
import type { Options } from '../options.ts';
import { openWorlds, type World } from './history.ts';

type Sizes = { messages: number; rounds: number; secondsEach: number };
const FULL: Sizes = { messages: 1_000_000, rounds: 5, secondsEach: 1 };
const QUICK: Sizes = { messages: 20_000, rounds: 1, secondsEach: 0.3 };

const CHAT_PAGE = 50;
const DEEP_PAGE = 10_000;
/** Requests under way at once, where a rate is measured. */
const LANES = 16;
const NS_PER_MS = 1e6;

type Work = (world: World) => Promise<unknown>;
const now = new Date().toISOString();

const pageBefore =
  (pages: number): Work =>
  ({ db, eventIds, userIds, lastSeq }) => {
    // As far back as there is, on little data.
    const before = Math.max(CHAT_PAGE, lastSeq - (pages - 1) * CHAT_PAGE) + 1;
    return findPage(db, {
      eventId: eventIds[0]!,
      viewerId: userIds[0]!,
      place: { before },
      limit: CHAT_PAGE,
      maxBytes: CHAT_PAGE_MAX_BYTES,
    });
  };

/** What the product asks of its database, by its own functions. */
const STATEMENTS: Readonly<Record<string, Work>> = {
  home: ({ db, userIds }) =>
    listHome(db, { userId: userIds[0]!, now, asOf: now, after: null, limit: CHAT_PAGE }),
  event: ({ db, eventIds, userIds }) => findEventDetail(db, eventIds[1]!, userIds[0]!),
  contacts: ({ db, userIds }) =>
    listContacts(db, {
      viewerId: userIds[0]!,
      now,
      tab: 'friends',
      search: '',
      after: null,
      limit: CHAT_PAGE,
    }),
  'chat, page 1': pageBefore(1),
  'a message stored': ({ db, eventIds, userIds }) =>
    insertMessages(db, eventIds[2]!, [
      { id: randomUUID(), userId: userIds[1]!, message: 'By the left tower', now: new Date().toISOString() },
    ]),
};

const OFFSET_SQL = `
  select m.seq, m.message from chat_message m join chat_room room on room.id = m.chat_room_id
  where room.event_id = $1 order by m.seq desc limit ${CHAT_PAGE} offset $2`;
const offsetPage: Work = ({ db, eventIds, lastSeq }) =>
  db.query(OFFSET_SQL, [eventIds[0], Math.min(lastSeq - CHAT_PAGE, (DEEP_PAGE - 1) * CHAT_PAGE)]);

/** The embedded database beside a server; a page deep in a long history beside its first; the event loop meanwhile. */
export async function databases({ quick }: Options, closers: Closers): Promise<void> {
  const sizes = quick ? QUICK : FULL;
  const worlds = await openWorlds(sizes.messages, closers);
  if (worlds.length === 1) console.log('Not had: PostgreSQL (Debian: apt-get install postgresql).\n');
  await compareEngines(worlds, sizes);
  const [world] = worlds;
  if (world) {
    const idle = await run(world, () => sleep(1), { lanes: 1, seconds: sizes.secondsEach });
    console.log(`The event loop is late by ${decimals(1)(idle.blockedMs)} ms at most with nothing to do.\n`);
  }
  await comparePages(worlds, sizes);
}

async function compareEngines(worlds: readonly World[], { rounds, secondsEach }: Sizes): Promise<void> {
  const rows: string[][] = [];
  for (const [statement, work] of Object.entries(STATEMENTS)) {
    const results = await interleave(
      worlds.map((world) => ({
        name: world.name,
        measure: async () => ({
          ...(await run(world, work, { lanes: 1, seconds: secondsEach / 2 })),
          perSecond: (await run(world, work, { lanes: LANES, seconds: secondsEach / 2 })).perSecond,
        }),
      })),
      rounds,
    );
    const of = (name: string, figure: 'p50Ms' | 'perSecond') =>
      (results.get(name) ?? []).map((sample) => sample[figure]);
    const [native = ''] = worlds.map(({ name }) => name);
    for (const { name } of worlds) {
      const isNative = name === native;
      rows.push([
        statement,
        name,
        spread(of(name, 'p50Ms'), decimals(2)),
        isNative ? '' : spread(ratios(of(name, 'p50Ms'), of(native, 'p50Ms')), decimals(2)),
        spread(of(name, 'perSecond'), whole),
        isNative ? '' : spread(ratios(of(native, 'perSecond'), of(name, 'perSecond')), decimals(2)),
        decimals(1)(Math.max(...(results.get(name) ?? []).map(({ blockedMs }) => blockedMs))),
      ]);
    }
  }
  printTable(
    [
      'statement',
      'who',
      'one by one, p50 ms',
      'to native',
      `${LANES} at once, /s`,
      'native to it',
      'event loop late by at most, ms',
    ],
    rows,
  );
}

async function comparePages(
  worlds: readonly World[],
  { rounds, secondsEach, messages }: Sizes,
): Promise<void> {
  const rows: string[][] = [];
  for (const world of worlds) {
    const pages: Readonly<Record<string, Work>> = {
      first: pageBefore(1),
      deep: pageBefore(DEEP_PAGE),
      'deep, by OFFSET': offsetPage,
    };
    const results = await interleave(
      Object.entries(pages).map(([name, work]) => ({
        name,
        measure: () => run(world, work, { lanes: 1, seconds: secondsEach / 2 }),
      })),
      rounds,
    );
    const of = (name: string) => (results.get(name) ?? []).map(({ p50Ms }) => p50Ms);
    for (const name of Object.keys(pages)) {
      const toFirst = name === 'first' ? '' : spread(ratios(of(name), of('first')), decimals(2));
      rows.push([world.name, name, spread(of(name), decimals(2)), toFirst]);
    }
  }
  const deep = Math.min(DEEP_PAGE, messages / CHAT_PAGE);
  printTable([`chat of ${whole(messages)}`, `page 1 and ${whole(deep)}`, 'p50 ms', 'to the first'], rows);
}

/** Does it again and again in so many lanes; `blockedMs`: how late the event loop was at most. */
async function run(world: World, work: Work, { lanes, seconds }: { lanes: number; seconds: number }) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const times: number[] = [];
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1_000;
  delay.enable();
  const lane = async () => {
    for (let atMs = performance.now(); atMs < endMs;) {
      await work(world);
      const doneMs = performance.now();
      times.push(doneMs - atMs);
      atMs = doneMs;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  delay.disable();
  const tookS = (performance.now() - startedMs) / 1_000;
  return { p50Ms: median(times), perSecond: times.length / tookS, blockedMs: delay.max / NS_PER_MS };
}
