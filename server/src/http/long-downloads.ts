import { Readable } from 'node:stream';
import { ERROR_TEXTS } from '@hereabouts/contract/errors';
import type { Clock } from '#server/clock.ts';
import { HttpError, rateLimited } from './errors.ts';
import { createInTurn } from './request-turns.ts';

/** At once in the whole process and by network address; a person has one. One that waits for its client takes some 50 kB. */
const DOWNLOADS_MAX = 100;
const DOWNLOADS_PER_ADDRESS = 4;
/** Pieces read at once: the work of a download, which a slow client keeps nobody from. */
const READS = { running: 3, waiting: Infinity };
/** Text that is read ahead of the client, in bytes: less than one piece, so that at most one waits. */
const AHEAD_BYTES = 16 * 1024;
/** A client that reads nothing for so long, or takes so long in all, makes place for the next, ms. */
const STALLED_MS = 30_000;
const WHOLE_MS = 15 * 60_000;
const RETRY_MS = 10_000;

/**
 * Makes a stream of a long text that is read piece by piece, as quickly as the client takes it. Ended half-way, by a
 * failure, a client that takes nothing or the time, it closes the connection instead of ending the answer.
 * @throws HttpError `rate_limited` while the person has another one or the network address as many as it may,
 * `unavailable` while there are too many in all
 */
export type LongDownloads = (reader: Reader, open: () => Promise<AsyncIterable<string>>) => Promise<Readable>;

/** `address` as it counts for limits. */
type Reader = { userId: string; address: string };

/** One for all routes that have long downloads. */
export function createLongDownloads(clock: Clock): LongDownloads {
  /** Addresses by person. */
  const downloading = new Map<string, string>();
  const inTurn = createInTurn(READS);
  return async ({ userId, address }, open) => {
    const ofAddress = [...downloading.values()].filter((other) => other === address).length;
    if (downloading.has(userId) || ofAddress >= DOWNLOADS_PER_ADDRESS) throw rateLimited(RETRY_MS);
    if (downloading.size >= DOWNLOADS_MAX) throw new HttpError('unavailable', ERROR_TEXTS.unavailable);
    downloading.set(userId, address);
    try {
      const read: Read = (piece) => inTurn(userId, piece);
      return streamOf(await open(), { clock, read, onClose: () => downloading.delete(userId) });
    } catch (error) {
      downloading.delete(userId);
      throw error;
    }
  };
}

type Read = (piece: () => Promise<IteratorResult<string>>) => Promise<IteratorResult<string>>;
type Reading = { clock: Clock; read: Read; onClose: () => void };

function streamOf(pieces: AsyncIterable<string>, { clock, read, onClose }: Reading): Readable {
  const endAfter = (ms: number) =>
    clock.after(ms, () => stream.destroy(new Error('The download took too long')));
  let cancelStall = () => {};
  async function* watched() {
    const iterator = pieces[Symbol.asyncIterator]();
    try {
      for (;;) {
        // The client has taken what there was: the wait is ours.
        cancelStall();
        const piece = await read(() => iterator.next());
        if (piece.done) return;
        cancelStall = endAfter(STALLED_MS);
        yield piece.value;
      }
    } finally {
      await iterator.return?.();
    }
  }
  const stream: Readable = Readable.from(watched(), { objectMode: false, highWaterMark: AHEAD_BYTES });
  const cancelWhole = endAfter(WHOLE_MS);
  cancelStall = endAfter(STALLED_MS);
  // It may end before it is sent.
  stream.on('error', () => {});
  stream.once('close', () => {
    cancelStall();
    cancelWhole();
    onClose();
  });
  return stream;
}
