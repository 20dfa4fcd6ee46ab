import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/clock.ts';
import type { Queryable } from '#server/db/database.ts';

/** Together with a look every `LOOK_EVERY_MS` below `ACCESS_LOSS_MAX_MS` of the contract. */
const CONFIRMED_WITHIN_MS = 400;
const LOOK_EVERY_MS = 400;
/** Looked at again, for what was committed late. */
const AGAIN_MS = MINUTE_MS;
/** How long what was written is kept for those who cannot look. */
const KEPT_MS = HOUR_MS;

type Revocation = { subject: string; message: Buffer };

export type RevocationParts = {
  publish: (subject: string, message: Buffer) => void;
  /** Resolves when the bus has all that was published before, rejects when it is lost meanwhile. */
  confirm: () => Promise<void>;
  /** Receives what a process has written. */
  deliver: (subject: string, message: Buffer) => void;
  db: Pick<Queryable, 'query'>;
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'warn'>;
};

/**
 * What takes access back reaches every process, also while one of them is cut off from the bus, which alone would notice:
 * what the bus does not confirm goes through the database, where all processes look for it.
 */
export function createRevocations({ publish, confirm, deliver, db, clock, log }: RevocationParts) {
  let unconfirmed: Revocation[] = [];
  let isConfirming = false;
  /** Delivered already. */
  let seen: ReadonlySet<string> = new Set();
  let isLooking = false;
  let lookedAtMs = clock.now();
  let isDatabaseLost = false;
  let isClosed = false;

  /** Once an outage. */
  function noteDatabase(error: unknown): void {
    if (error !== null && !isDatabaseLost) log.warn({ err: error }, 'revocations cannot be looked for');
    isDatabaseLost = error !== null;
  }

  async function settle(): Promise<void> {
    if (isConfirming) return;
    isConfirming = true;
    while (unconfirmed.length > 0) {
      const batch = unconfirmed;
      unconfirmed = [];
      if (await isConfirmed()) continue;
      try {
        await write(batch);
      } catch (error) {
        noteDatabase(error);
        unconfirmed = [...batch, ...unconfirmed];
        break;
      }
    }
    isConfirming = false;
  }

  function isConfirmed(): Promise<boolean> {
    return new Promise((resolve) => {
      const giveUp = clock.after(CONFIRMED_WITHIN_MS, () => resolve(false));
      const settled = (result: boolean) => () => {
        giveUp();
        resolve(result);
      };
      confirm().then(settled(true), settled(false));
    });
  }

  async function write(batch: readonly Revocation[]): Promise<void> {
    log.warn(
      { revocations: batch.length },
      'the bus does not confirm revocations: they go through the database',
    );
    await db.query(
      'insert into revocations (subject, message) select * from unnest($1::text[], $2::text[])',
      [batch.map(({ subject }) => subject), batch.map(({ message }) => message.toString())],
    );
  }

  const sweep = () =>
    db
      .query('delete from revocations where written_at < now() - make_interval(secs => $1)', [
        KEPT_MS / SECOND_MS,
      ])
      .catch(noteDatabase);

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    const beganAtMs = clock.now();
    try {
      const rows = await db.query<{ id: string; subject: string; message: string }>(
        `select id::text, subject, message from revocations
         where written_at > now() - make_interval(secs => $1) order by id`,
        [(Math.max(0, beganAtMs - lookedAtMs) + AGAIN_MS) / SECOND_MS],
      );
      noteDatabase(null);
      lookedAtMs = beganAtMs;
      const fresh = rows.filter(({ id }) => !seen.has(id));
      seen = new Set(rows.map(({ id }) => id));
      for (const { subject, message } of fresh) deliver(subject, Buffer.from(message));
    } catch (error) {
      noteDatabase(error);
    } finally {
      isLooking = false;
    }
  }

  clock.every(LOOK_EVERY_MS, () => {
    if (isClosed) return;
    void look();
    void settle();
  });
  clock.every(HOUR_MS, () => {
    if (!isClosed) void sweep();
  });

  return {
    /** What cannot be told at once is tried again. */
    revoke(subject: string, message: Buffer): void {
      publish(subject, message);
      unconfirmed.push({ subject, message });
      void settle();
    },
    close(): void {
      isClosed = true;
      unconfirmed = [];
    },
  };
}
