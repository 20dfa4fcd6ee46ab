import type { RequestLimit } from '@hereabouts/contract/route';
import { turnKey } from '#server/rate-limits/address-key.ts';
import { HEAD_START_OF_PERSON } from '#server/async/fair-queue.ts';
import { currentRequester, markBulkChange, type BulkChange } from '#server/async/requester.ts';
import { yieldToEventLoop } from '#server/async/yield-to-event-loop.ts';
import type { SemaphoreSize } from '#server/async/semaphore.ts';
import { unavailable } from '#server/http/errors.ts';
import { createGroupTurn } from './group-turn.ts';
import { createInTurn, runningPerKey } from './in-turn.ts';
import type { Viewer } from '#server/http/viewer.ts';

/** `from`: `turnKey` of the network address. Addresses take turns, then the people of an address: hundreds of accounts at one
 * address get the turns of one address. @throws HttpError `rate_limited` */
export type PersonsTurn = <T>(person: { userId: string; from: string }, work: () => Promise<T>) => Promise<T>;

function createPersonsTurn(size: SemaphoreSize): PersonsTurn {
  const inTurn = createInTurn(size);
  return ({ userId, from }, work) => inTurn(userId, work, from);
}

function createAnonymousTurn(
  sizes: { ofPerson: SemaphoreSize; ofAddress: SemaphoreSize; waiting: number },
  running: number,
): PersonsTurn {
  const ofPerson = createInTurn(sizes.ofPerson);
  const ofAddress = createGroupTurn(sizes.ofAddress);
  const ofAll = createInTurn({ running, waiting: sizes.waiting });
  return ({ userId, from }, work) =>
    ofPerson(userId, () => ofAddress({ userId, group: from }, () => ofAll(from, work)));
}

function createAnonymousRevocationTurn(): PersonsTurn {
  const ofPerson = createInTurn(ANONYMOUS_REVOCATIONS.ofPerson);
  const ofAddress = createGroupTurn(ANONYMOUS_REVOCATIONS.ofAddress);
  return ({ userId, from }, work) => ofPerson(userId, () => ofAddress({ userId, group: from }, work));
}

function createHeavyEmbeddedTurn(): PersonsTurn {
  const ofAddress = createGroupTurn({ ...HEAVY_READS, ...OF_ADDRESS_EMBEDDED });
  return ({ userId, from }, work) => ofAddress({ userId, group: from }, work);
}

type InBothTurns = <T>(
  asker: Pick<Viewer, 'sessionId' | 'userId'> & { from: string },
  work: () => Promise<T>,
) => Promise<T>;

function createInBothTurns(sizes: { ofSession: SemaphoreSize; ofPerson: SemaphoreSize }): InBothTurns {
  const [ofSession, ofPerson] = [createInTurn(sizes.ofSession), createInTurn(sizes.ofPerson)];
  return ({ userId, sessionId, from }, work) => ofSession(sessionId, () => ofPerson(userId, work, from));
}

/** Running and waiting requests. */
const REQUESTS_PER_KEY = 508;
/** Ten refetching tabs need fewer than `perKey`; `waiting` is for a thousand guests refetching one event. */
const HEAVY_READS = { runningPerKey: 2, perKey: 100, waiting: 5_000 };
/** Shares of the connections; the rest serves all other requests. */
const SHARES = {
  anonymous: 0.3,
  heavy: 0.5,
  catchUps: 0.2,
  indexed: 0.2,
  unindexed: 0.1,
};
const SEARCHES = { runningPerKey: 1, perKey: 20, waiting: 1_000 };
/** For reading what the chats of a reconnected page have missed. Apart from the access checks, which need their slots, and from the
 * heavy reads, where anonymous accounts would wait behind their other requests. */
const CATCH_UPS = { runningPerKey: 1, perKey: 200, waiting: 5_000 };
const PAGE = 5;
/** Anonymous accounts, of which anybody can create hundreds in a minute, share a part of the connections, by network address. */
const ANONYMOUS = {
  ofPerson: { ...runningPerKey(1), perKey: REQUESTS_PER_KEY },
  ofAddress: { running: 2, waiting: 2_000, headStart: PAGE },
  waiting: 5_000,
};
/** More than a browser sends at once over HTTP/1.1. */
const REQUESTS = {
  ofSession: { ...runningPerKey(8), perKey: REQUESTS_PER_KEY },
  ofPerson: runningPerKey(16),
};
const REQUESTS_OF_ADDRESS = { running: 32, waiting: Infinity };
/** The embedded database has one connection; `WaitQueue` gives turns for it by address and by person. Here each person has one
 * slot, so that nobody waits for several requests of each other person at the address. */
const OF_ADDRESS_EMBEDDED = { running: 32, runningPerKey: 1, headStart: HEAD_START_OF_PERSON };
/** Exceeds the number of addresses in an attack, so that others find a slot: a request keeps its slot while it waits in `WaitQueue`
 * for the one connection. */
const SLOTS_EMBEDDED = 64;
/** A change of an event or its guest list locks and writes hundreds of rows. As for revocations there is no common limit here: the
 * connection pool limits how many run at once. */
const BULK_CHANGES = { ...runningPerKey(1), perKey: REQUESTS_PER_KEY };
/** The limit per session keeps a stolen session from using all of the person's slots. There is no common limit: revocations that
 * wait in `WaitQueue` for the turn of a busy address would use it up, and people elsewhere would wait. */
const REVOCATIONS = { ofSession: runningPerKey(2), ofPerson: runningPerKey(4) };
const ANONYMOUS_REVOCATIONS = { ofPerson: runningPerKey(1), ofAddress: { running: 1, waiting: Infinity } };
/** By IPv4 address or IPv6 /48, as an IPv6 customer has thousands of addresses. For the size see `SLOTS_EMBEDDED`. */
const VISITS: SemaphoreSize = { running: 64, waiting: Infinity };
const VISITS_OF_ADDRESS = { running: 8, waiting: Infinity, headStart: HEAD_START_OF_PERSON };
/** Work without the database must not wait for work that hangs in it. */
const WITHOUT_DATABASE = { ofSession: runningPerKey(16), ofPerson: runningPerKey(32) };

type Kind = {
  isRead: boolean;
  heavy: boolean;
  bulkChange: BulkChange | null;
  limit: RequestLimit | null;
  withoutDatabase: boolean;
  hasOwnTurn: boolean;
  from: string;
  isGone: () => boolean;
  /** A revocation runs in this queue, after its session's and its person's. */
  outerQueue?: <T>(work: () => Promise<T>) => Promise<T>;
};

/** For requests without an access token. Addresses take turns; within an address, browsers that a cookie tells apart. A revocation
 * is made even if the client has hung up: a mail program waits only seconds. */
export type InVisitTurn = <T>(
  request: { ip: string; raw?: { socket: { destroyed: boolean } } },
  work: () => Promise<T>,
  limit?: RequestLimit | null,
) => Promise<T>;

export function createInVisitTurn(): InVisitTurn {
  // Yields after each request, so that a burst of immediately refused ones does not block the event loop.
  const ofAddress = createGroupTurn(VISITS_OF_ADDRESS, yieldToEventLoop);
  const ofAll = createInTurn(VISITS);
  return ({ ip, raw }, work, limit = null) => {
    const isGone = () => limit !== 'revocation' && raw?.socket.destroyed === true;
    const group = turnKey(ip);
    const asker = { userId: currentRequester()?.key ?? group, group };
    return ofAddress(asker, () => ofAll(group, unlessGone({ isGone }, work)));
  };
}

/** Only for reads and visits: a signed-in person's change is made even if they have closed the page. */
const unlessGone =
  <T>({ isGone }: Pick<Kind, 'isGone'>, work: () => Promise<T>) =>
  async (): Promise<T> => {
    if (isGone()) throw unavailable();
    return await work();
  };

export type RequestTurns = {
  heavyReads: PersonsTurn;
  catchUps: PersonsTurn;
  /** Without three characters no index applies: the database scans everybody, 1 s for 150,000. */
  searches: { indexed: PersonsTurn; unindexed: PersonsTurn };
  visits: InVisitTurn;
  /** Queues by session, so that a stolen one does not delay its owner's, and by person. Never refuses a revocation (LIVE-10). */
  run<T>(viewer: Viewer, kind: Kind, work: () => Promise<T>): Promise<T>;
};

/** @param connections to the database */
export function createRequestTurns(connections: number, isEmbedded = false): RequestTurns {
  const running = (queue: keyof typeof SHARES) => Math.max(1, Math.floor(connections * SHARES[queue]));
  const slots = (queue: keyof typeof SHARES) => (isEmbedded ? SLOTS_EMBEDDED : running(queue));
  const heavyReads = isEmbedded
    ? createHeavyEmbeddedTurn()
    : createPersonsTurn({ ...HEAVY_READS, running: running('heavy') });
  const searches = {
    indexed: createPersonsTurn({ ...SEARCHES, running: slots('indexed') }),
    unindexed: createPersonsTurn({ ...SEARCHES, running: running('unindexed') }),
  };
  const bulkChanges = createInTurn(BULK_CHANGES);
  const anonymous = createAnonymousTurn(ANONYMOUS, slots('anonymous'));
  const requests = createInBothTurns(REQUESTS);
  const ofAddress = isEmbedded ? { ...OF_ADDRESS_EMBEDDED, waiting: Infinity } : REQUESTS_OF_ADDRESS;
  // Separate, because a change keeps its slot while it waits for a database connection.
  const [readsOfAddress, changesOfAddress] = [createGroupTurn(ofAddress), createGroupTurn(ofAddress)];
  const revocations = createInBothTurns(REVOCATIONS);
  // Separate: others wait behind its place in the outer queue, so it must not wait for the person's other revocations.
  const revocationsWithOuterQueue = createInBothTurns(REVOCATIONS);
  const runRevocation = <T>(viewer: Viewer, { from, outerQueue }: Kind, work: () => Promise<T>) =>
    outerQueue === undefined
      ? revocations({ ...viewer, from }, work)
      : revocationsWithOuterQueue({ ...viewer, from }, () => outerQueue(work));
  const anonymousRevocations = createAnonymousRevocationTurn();
  const withoutDatabase = createInBothTurns(WITHOUT_DATABASE);
  return {
    heavyReads,
    catchUps: createPersonsTurn({ ...CATCH_UPS, running: slots('catchUps') }),
    searches,
    visits: createInVisitTurn(),
    run(viewer, kind, work) {
      if (kind.withoutDatabase) return withoutDatabase({ ...viewer, from: kind.from }, work);
      const person = { userId: viewer.userId, from: kind.from };
      if (kind.limit === 'revocation')
        return viewer.isAnonymous ? anonymousRevocations(person, work) : runRevocation(viewer, kind, work);
      if (viewer.isAnonymous) return anonymous(person, kind.heavy ? unlessGone(kind, work) : work);
      const { bulkChange } = kind;
      if (bulkChange !== null) {
        const change = () => {
          markBulkChange(bulkChange);
          return work();
        };
        return bulkChanges(viewer.userId, change, kind.from);
      }
      if (kind.heavy) return heavyReads(person, unlessGone(kind, work));
      const ofItsAddress = kind.isRead ? readsOfAddress : changesOfAddress;
      return requests(
        { ...viewer, from: kind.from },
        kind.hasOwnTurn ? work : () => ofItsAddress({ userId: viewer.userId, group: kind.from }, work),
      );
    },
  };
}
