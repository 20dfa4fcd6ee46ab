import { Readable } from 'node:stream';
import type { Clock } from '#server/clock.ts';
import { rateLimited, unavailable } from '#server/http/errors.ts';
import { createInTurn } from '#server/http/queues/in-turn.ts';

/** Open downloads; a person has one. A waiting one takes some 50 kB. */
const DOWNLOADS_MAX = 100;
const DOWNLOADS_PER_ADDRESS = 4;
const READS = { running: 3, waiting: Infinity };
const AHEAD_BYTES = 16 * 1024;
const STALLED_MS = 30_000;
const WHOLE_MS = 15 * 60_000;
const RETRY_MS = 10_000;

/** A failure, an ended session (asked before each batch), a stalled client or a time-out closes the connection. @throws HttpError
 * `rate_limited` for a person's second one or too many of the address, `unavailable` for too many in total */
export type LongDownloads = (reader: Reader, open: () => Promise<AsyncIterable<string>>) => Promise<Readable>;

type Reader = { userId: string; address: string; requireSession: () => Promise<void> };

export function createLongDownloads(clock: Clock): LongDownloads {
  const downloading = new Map<string, string>();
  const inTurn = createInTurn(READS);
  return async ({ userId, address, requireSession }, open) => {
    const ofAddress = [...downloading.values()].filter((other) => other === address).length;
    if (downloading.has(userId) || ofAddress >= DOWNLOADS_PER_ADDRESS) throw rateLimited(RETRY_MS);
    if (downloading.size >= DOWNLOADS_MAX) throw unavailable();
    downloading.set(userId, address);
    try {
      const read: Read = (piece) =>
        inTurn(userId, async () => {
          await requireSession();
          return await piece();
        });
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
  // It may fail before it is sent, without any other listener.
  stream.on('error', () => {});
  stream.once('close', () => {
    cancelStall();
    cancelWhole();
    onClose();
  });
  return stream;
}
