import { MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import type { FastifyBaseLogger } from 'fastify';
import { waitFor } from '#server/async/wait-until.ts';
import type { Clock } from '#server/clock.ts';
import type { Queryable } from '#server/db/database.ts';
import type { AccessLoss } from './local-bus.ts';

/** Together with `FOR_NATS_MS` less than `ACCESS_LOSS_MAX_MS` of the contract. */
const POLL_EVERY_MS = 400;
/** Head start for NATS, which keeps the order among other messages. */
const FOR_NATS_MS = 100;
const KEPT_MS = 10 * MINUTE_MS;
/** A process that could not poll for longer may have missed rows that are swept by now. */
const BLIND_MAX_MS = KEPT_MS / 2;
const SWEEP_EVERY_MS = MINUTE_MS;

/** `oldest_open`: the oldest open transaction; rows of older ones are visible by now or were rolled back. */
const POLL_SQL = `
  select pg_snapshot_xmin(pg_current_snapshot())::text as oldest_open, coalesce(r.key, r.id::text) as key, r.subject, r.message
  from (select) here left join revocations r on r.written_by >= $1::xid8 order by r.id`;

type PolledRow = { oldest_open: string } & (
  | { key: null }
  | { key: string; subject: string; message: string }
);

export type AccessLossParts = {
  deliver: (loss: AccessLoss) => void;
  /** Something may have been missed. */
  onGap: () => unknown;
  db: Pick<Queryable, 'query'>;
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'warn'>;
};

/** Delivers the access losses that NATS did not: every process polls `revocations` for rows it has not received. */
export function createAccessLosses({ deliver, onGap, db, clock, log }: AccessLossParts) {
  /** Keys of rows that a later poll may return again. */
  let handled: ReadonlySet<string> = new Set();
  let heard = new Set<string>();
  let unreadFrom = '0';
  let polledAtMs = clock.now();
  let isPolling = false;
  let isDatabaseLost = false;

  function noteDatabase(error: unknown): void {
    if (error !== null && !isDatabaseLost) log.warn({ err: error }, 'access losses cannot be polled');
    isDatabaseLost = error !== null;
  }

  const isNew = (key: string) => !handled.has(key) && !heard.has(key);

  function hear(key: string): boolean {
    if (!isNew(key)) return false;
    heard.add(key);
    return true;
  }

  async function poll(): Promise<void> {
    if (isPolling) return;
    isPolling = true;
    const beganAtMs = clock.now();
    // Rows are committed before they are published: those heard by now are in this answer or in an earlier one.
    handled = handled.union(heard);
    heard = new Set();
    try {
      const rows = await db.query<PolledRow>(POLL_SQL, [unreadFrom]);
      noteDatabase(null);
      const found = rows.filter((row) => row.key !== null);
      if (found.some(({ key }) => isNew(key))) await waitFor(clock, FOR_NATS_MS);
      for (const { key, subject, message } of found) {
        if (hear(key)) deliver({ key, subject, message: Buffer.from(message) });
      }
      handled = new Set(found.map(({ key }) => key));
      follow(rows[0]?.oldest_open ?? unreadFrom, beganAtMs);
    } catch (error) {
      noteDatabase(error);
    } finally {
      isPolling = false;
    }
  }

  /** Transactions are numbered anew after a failover or a restore. */
  function follow(oldestOpen: string, beganAtMs: number): void {
    const isAnother = BigInt(oldestOpen) < BigInt(unreadFrom);
    if (isAnother || beganAtMs - polledAtMs > BLIND_MAX_MS) onGap();
    unreadFrom = oldestOpen;
    polledAtMs = beganAtMs;
  }

  const stops = [clock.every(POLL_EVERY_MS, () => void poll()), startSweeping({ db, clock }, noteDatabase)];

  return {
    hear,
    close(): void {
      for (const stop of stops) stop();
    },
  };
}

const startSweeping = (
  { db, clock }: Pick<AccessLossParts, 'db' | 'clock'>,
  onError: (error: unknown) => void,
): (() => void) =>
  clock.every(SWEEP_EVERY_MS, () => {
    const expired = 'delete from revocations where written_at < now() - make_interval(secs => $1)';
    db.query(expired, [KEPT_MS / SECOND_MS]).catch(onError);
  });

export async function keepAccessLosses(tx: Queryable, losses: readonly AccessLoss[]): Promise<void> {
  await tx.query(
    'insert into revocations (key, subject, message) select * from unnest($1::text[], $2::text[], $3::text[])',
    [
      losses.map(({ key }) => key),
      losses.map(({ subject }) => subject),
      losses.map(({ message }) => message.toString()),
    ],
  );
}
