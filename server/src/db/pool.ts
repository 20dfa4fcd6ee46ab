import { SECOND_MS } from '@hereabouts/contract/durations';
import { currentRequester } from '#server/async/requester.ts';
import type { Clock } from '#server/clock.ts';
import type { Connection } from './connection.ts';
import type { DatabaseLog, LagOf, PoolState } from './database.ts';
import { DatabaseBusyError, DatabaseUnavailableError, unreachable } from './errors.ts';
import { StatementsTurn } from './statements-turn.ts';
import { dropStuckConnections } from './stuck-connections.ts';
import {
  TransactionsTurn,
  wantedTransaction,
  type TransactionKind,
  type WantedTransaction,
} from './transactions-turn.ts';
import { WaitQueue, type WaitKind, type Waits } from './wait-queue.ts';

export type PoolOptions = {
  size: number;
  acquireTimeoutMs: number;
  /** A connection without any answer for this long is dropped, ms. */
  statementTimeoutMs: number;
  connect: () => Promise<Connection>;
  clock: Clock;
  log: DatabaseLog;
};

type Waiter = {
  readonly wanted: WantedTransaction | typeof STATEMENT;
  take: (connection: Connection) => void;
  fail: (error: Error) => void;
};

const STATEMENT = { kind: 'statement', lockedEventId: null } as const;

/** Multiples of `acquireTimeoutMs`. Revocations and bulk changes may have to wait longer; no revocation is refused (LIVE-10). */
const TIMEOUT_FACTORS: Record<WaitKind, number> = { statement: 1, transaction: 1, urgent: 12, bulk: 4 };

/** A database that has no connection left would refuse the next attempt too. */
const REFUSED_PAUSE_MS = SECOND_MS;

/** Share of the connections reserved for single statements, so that transactions cannot occupy all of them. */
const UNLEASED_SHARE = 0.2;
/** Share of the connections that bulk changes may have at once: each locks and writes hundreds of rows. */
const BULK_SHARE = 0.2;

/** While a transaction waits for a connection, at most so many statements are in flight on it: how long each takes is unknown. */
const STATEMENTS_AHEAD_MAX = 4;

/** A statement shares the least busy connection, a transaction leases one. */
export class Pool {
  readonly #options: PoolOptions;
  readonly #leasesMax: number;
  readonly #connections = new Set<Connection>();
  readonly #waiting = new WaitQueue<Waiter>();
  #connecting = 0;
  readonly #bulkMax: number;
  readonly #bulkLeases = new Map<Connection, WantedTransaction>();
  readonly #statementsTurn = new StatementsTurn();
  readonly #transactionsTurn = new TransactionsTurn();
  /** The last attempt to connect has failed. */
  #connectFailed = false;
  #cancelPause: (() => void) | null = null;
  #maintenance = 0;
  #waitsCountFromMs = -Infinity;
  #closing = false;
  readonly #stopWatchdog: () => void;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#leasesMax = Math.max(1, options.size - Math.floor(options.size * UNLEASED_SHARE));
    this.#bulkMax = Math.max(1, Math.floor(options.size * BULK_SHARE));
    this.#stopWatchdog = dropStuckConnections(this.#connections, options, () => this.#maintenance > 0);
  }

  /** `send` must send synchronously. */
  share<T>(send: (connection: Connection) => Promise<T>): Promise<T> {
    const isBehindOthers = this.#waiting.has('statement') || this.#isTransactionWaiting();
    const free = isBehindOthers ? undefined : this.#leastBusy();
    if (free) return send(free);
    return new Promise<T>((resolve, reject) => {
      this.#wait({ wanted: STATEMENT, fail: reject, take: (c) => send(c).then(resolve, reject) });
    });
  }

  /** For a transaction; the requester tells whether it is a bulk change. `isUrgent`: takes turns with all others together. */
  lease(isUrgent = false): Promise<Connection> {
    const wanted = wantedTransaction(isUrgent);
    const canPass = this.#waiting.canPass(wanted) && this.#canLease(wanted.kind);
    const free = canPass ? this.#leastBusy(true) : undefined;
    if (free) {
      this.#lease(free, wanted);
      return Promise.resolve(free);
    }
    return new Promise<Connection>((resolve, reject) => this.#wait({ wanted, fail: reject, take: resolve }));
  }

  release(connection: Connection): void {
    const nowMs = this.#options.clock.now();
    this.#statementsTurn.beginAfter({ tookMs: nowMs - connection.leasedAtMs, nowMs });
    connection.leased = false;
    const bulkChange = this.#bulkLeases.get(connection);
    if (bulkChange) this.#waiting.unlockEvent(bulkChange);
    this.#bulkLeases.delete(connection);
    this.#serve();
  }

  state(): PoolState {
    return { open: this.#connections.size, leased: this.#leased(), waiting: this.#waiting.size };
  }

  lagMs(of: LagOf, who: Waits | null = null): number {
    if (this.#maintenance > 0) return 0;
    const now = this.#options.clock.now();
    // Bulk changes wait for each other, not for the database alone.
    const isMeant = (kind: WaitKind) => (of === 'all' ? kind !== 'bulk' : kind === 'statement');
    let oldestMs = this.#waiting.oldestMs(who, isMeant) ?? now;
    const canGrow = this.#connections.size < this.#options.size && !this.#connectFailed;
    if (!canGrow) oldestMs = Math.min(oldestMs, this.#freestSinceMs() ?? now);
    return Math.max(0, now - Math.max(oldestMs, this.#waitsCountFromMs));
  }

  /** Waiting for this work does not count as overload, nor its connection as stuck: a VACUUM may take minutes. */
  async maintain<T>(work: () => Promise<T>): Promise<T> {
    this.#maintenance++;
    try {
      return await work();
    } finally {
      this.#maintenance--;
      this.#waitsCountFromMs = this.#options.clock.now();
    }
  }

  /** Without time-out, so that errors show at startup. */
  async warm(): Promise<void> {
    this.#connecting++;
    try {
      this.#admit(await this.#options.connect());
    } catch (error) {
      throw unreachable(error);
    } finally {
      this.#connecting--;
    }
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#stopWatchdog();
    this.#cancelPause?.();
    for (const waiter of this.#waiting.clear())
      waiter.fail(new DatabaseUnavailableError('The database is closed'));
    await Promise.all([...this.#connections].map((connection) => connection.end()));
    this.#connections.clear();
  }

  #freestSinceMs(): number | undefined {
    let latest: number | undefined;
    for (const connection of this.#connections) {
      if (connection.leased || connection.lost) continue;
      const { oldestSentAtMs } = connection;
      if (oldestSentAtMs === undefined) return undefined;
      latest = Math.max(latest ?? -Infinity, oldestSentAtMs);
    }
    return latest;
  }

  #leastBusy(exclusive = false): Connection | undefined {
    let best: Connection | undefined;
    for (const connection of this.#connections) {
      if (connection.leased || connection.lost) continue;
      if (best === undefined || connection.inFlight < best.inFlight) best = connection;
    }
    if (best === undefined || best.inFlight > 0) this.#grow();
    // Better a new connection than waiting behind others' statements, unless there may be none.
    const isExpected = this.#connecting > 0 && !this.#connectFailed;
    if (exclusive && best !== undefined && best.inFlight > 0 && isExpected) return undefined;
    return best;
  }

  #lease(connection: Connection, wanted: WantedTransaction): void {
    connection.leased = true;
    connection.leasedAtMs = this.#options.clock.now();
    if (wanted.kind === 'bulk') {
      this.#bulkLeases.set(connection, wanted);
      this.#waiting.lockEvent(wanted);
    }
    this.#transactionsTurn.begin(wanted.kind);
  }

  #canLease(kind: TransactionKind): boolean {
    return this.#leased() < this.#leasesMax && (kind !== 'bulk' || this.#bulkLeases.size < this.#bulkMax);
  }

  #leased(): number {
    let leased = 0;
    for (const connection of this.#connections) if (connection.leased) leased += 1;
    return leased;
  }

  #wait(waiter: Waiter): void {
    if (this.#closing) return waiter.fail(new DatabaseUnavailableError('The database is closed'));
    const { clock } = this.#options;
    const { kind, lockedEventId } = waiter.wanted;
    const acquireTimeoutMs = this.#options.acquireTimeoutMs * TIMEOUT_FACTORS[kind];
    const requester = currentRequester();
    const sinceMs = clock.now();
    let remove = () => {};
    const cancel = clock.after(acquireTimeoutMs, () => {
      remove();
      waiter.fail(
        new DatabaseBusyError(
          `No database connection was free for ${acquireTimeoutMs} ms. (A transaction waits for itself when its work uses the database instead of tx.)`,
        ),
      );
    });
    const entry: Waiter = {
      wanted: waiter.wanted,
      take: (connection) => {
        cancel();
        if (requester !== null) requester.waitedMs += clock.now() - sinceMs;
        waiter.take(connection);
      },
      fail: (error) => {
        cancel();
        waiter.fail(error);
      },
    };
    remove = this.#waiting.add(kind, entry, sinceMs, lockedEventId);
    this.#serve();
  }

  #serve(): void {
    for (;;) {
      const kind = this.#nextKind();
      const connection = kind && this.#leastBusy(kind !== 'statement');
      if (!kind || !connection) return;
      const areEnough = connection.inFlight >= STATEMENTS_AHEAD_MAX;
      if (kind === 'statement' && areEnough && this.#isTransactionWaiting()) return;
      const next = this.#waiting.take(kind);
      if (next === null) return;
      if (next.wanted.kind !== 'statement') this.#lease(connection, next.wanted);
      next.take(connection);
    }
  }

  #nextKind(): WaitKind | null {
    const statement = this.#waiting.has('statement') ? 'statement' : null;
    const transaction = this.#nextTransaction();
    if (statement === null || transaction === null) return statement ?? transaction;
    return this.#statementsTurn.isOn(this.#options.clock.now()) ? statement : transaction;
  }

  #nextTransaction(): TransactionKind | null {
    return this.#transactionsTurn.next((kind) => this.#waiting.has(kind) && this.#canLease(kind));
  }

  #isTransactionWaiting(): boolean {
    return this.#nextTransaction() !== null;
  }

  #grow(): void {
    // One at a time: otherwise a burst opens all of them.
    if (this.#closing || this.#connecting > 0 || this.#connections.size >= this.#options.size) return;
    if (this.#cancelPause !== null && this.#connections.size > 0) return;
    this.#connecting++;
    this.#options.connect().then(
      (connection) => {
        this.#connecting--;
        this.#admit(connection);
      },
      (error: unknown) => {
        this.#connecting--;
        this.#refuse(error);
      },
    );
  }

  #admit(connection: Connection): void {
    // Not watched yet: an unhandled error would end the process.
    if (this.#closing) return void connection.end().catch(() => connection.destroy());
    this.#connections.add(connection);
    this.#connectFailed = false;
    connection.watch({
      now: () => this.#options.clock.now(),
      lost: (error) => {
        this.#connections.delete(connection);
        if (!this.#closing) this.#options.log.error({ err: error }, 'database connection lost');
        connection.destroy();
        this.#serve();
      },
      settled: () => {
        if (this.#waiting.size > 0) this.#serve();
      },
    });
    this.#serve();
  }

  #refuse(cause: unknown): void {
    const wasFull = this.#connectFailed;
    this.#connectFailed = true;
    if (this.#connections.size > 0) {
      if (!wasFull) this.#options.log.warn({ err: cause }, 'no further database connection could be opened');
      this.#pause();
      this.#serve();
      return;
    }
    const error = unreachable(cause);
    for (const waiter of this.#waiting.clear()) waiter.fail(error);
  }

  #pause(): void {
    this.#cancelPause?.();
    if (this.#closing) return;
    this.#cancelPause = this.#options.clock.after(REFUSED_PAUSE_MS, () => {
      this.#cancelPause = null;
      this.#serve();
    });
  }
}
