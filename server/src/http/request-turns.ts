import type { RequestLimit } from '@hereabouts/contract/route';
import { createSemaphore, type SemaphoreSize } from '#server/async/semaphore.ts';
import { rateLimited } from './errors.ts';
import type { Viewer } from './viewer.ts';

const RETRY_MS = 1_000;

/** Runs work when it is the turn of its key. @throws HttpError `rate_limited` when too much of it waits already */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function createInTurn(size: SemaphoreSize): InTurn {
  const semaphore = createSemaphore(size);
  return async (key, work) => {
    const done = await semaphore.run(async () => ({ answer: await work() }), key);
    if (done === null) throw rateLimited(RETRY_MS);
    return done.answer;
  };
}

/** So many of one key at once; keys do not wait for each other. */
export const perKey = (runningPerKey: number): SemaphoreSize => ({
  running: Infinity,
  waiting: Infinity,
  runningPerKey,
});

/**
 * Reads whose answers can be long. A person's wait for each other; ten tabs that all read again need fewer than
 * `perKey`. `waiting` is for a thousand guests who read one event again at once.
 */
const HEAVY_READS = { runningPerKey: 2, perKey: 100, waiting: 5_000 };
/** Of the connections. What is left answers everything else meanwhile, revocations first of all. */
const PARTS = { heavy: 0.5, indexed: 0.2, unindexed: 0.1 };
/** Searches of everybody: nobody's home waits behind them. */
const SEARCHES = { runningPerKey: 1, perKey: 20, waiting: 1_000 };
/** More than a browser sends at once over HTTP/1.1. */
const REQUESTS = { ...perKey(8), perKey: 508 };
/** Some lock what is their person's: each that waits for it would hold a connection to the database. */
const REVOCATIONS = perKey(2);
/** What works without the database must not wait for what hangs in it. */
const WITHOUT_DATABASE = perKey(16);

type Kind = { heavy: boolean; limit: RequestLimit | null; withoutDatabase: boolean };

export type RequestTurns = {
  /** By person. */
  heavyReads: InTurn;
  /** By person. One or two letters are in no index: if nobody has them, the database reads everybody, 1 s for 150,000. */
  searches: { indexed: InTurn; unindexed: InTurn };
  /** By session, so that whoever stole one delays nothing of its owner's. Revocations are never refused (LIVE-10). */
  run<T>(viewer: Viewer, kind: Kind, work: () => Promise<T>): Promise<T>;
};

/**
 * One for the whole process: many requests of one session wait for each other, not in front of everybody else's.
 * @param connections to the database
 */
export function createRequestTurns(connections: number): RequestTurns {
  const running = (part: keyof typeof PARTS) => Math.max(1, Math.floor(connections * PARTS[part]));
  const heavyReads = createInTurn({ ...HEAVY_READS, running: running('heavy') });
  const searches = {
    indexed: createInTurn({ ...SEARCHES, running: running('indexed') }),
    unindexed: createInTurn({ ...SEARCHES, running: running('unindexed') }),
  };
  const requests = createInTurn(REQUESTS);
  const revocations = createInTurn(REVOCATIONS);
  const withoutDatabase = createInTurn(WITHOUT_DATABASE);
  return {
    heavyReads,
    searches,
    run({ userId, sessionId }, kind, work) {
      if (kind.withoutDatabase) return withoutDatabase(sessionId, work);
      if (kind.limit === 'revocation') return revocations(sessionId, work);
      return kind.heavy ? heavyReads(userId, work) : requests(sessionId, work);
    },
  };
}
