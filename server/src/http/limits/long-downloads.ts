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
/** Beyond `DOWNLOADS_MAX` a client that has read nothing for so long gives way to a new one. */
const GIVES_WAY_AFTER_MS = 10_000;
const RETRY_MS = 10_000;

/** A failure, an ended session (asked before each batch), a stalled client or a time-out closes the connection. @throws HttpError
 * `rate_limited` for a person's second one or too many of the address, `unavailable` for too many in total */
export type LongDownloads = (reader: Reader, open: () => Promise<AsyncIterable<string>>) => Promise<Readable>;

/** `idleSinceMs`: when its client was last given something; Infinity while the server reads. */
type Download = { address: string; idleSinceMs: number; cutOff: () => void };

type Reader = { userId: string; address: string; requireSession: () => Promise<void> };

export function createLongDownloads(clock: Clock): LongDownloads {
  const downloading = new Map<string, Download>();
  const inTurn = createInTurn(READS);
  const end = (userId: string, download: Download) => {
    if (downloading.get(userId) === download) downloading.delete(userId);
  };
  const cutOffIdlest = (): boolean => {
    const [userId, idlest] = [...downloading].reduce((one, other) =>
      other[1].idleSinceMs < one[1].idleSinceMs ? other : one,
    );
    if (clock.now() - idlest.idleSinceMs < GIVES_WAY_AFTER_MS) return false;
    end(userId, idlest);
    idlest.cutOff();
    return true;
  };
  return async ({ userId, address, requireSession }, open) => {
    const ofAddress = [...downloading.values()].filter((other) => other.address === address).length;
    if (downloading.has(userId) || ofAddress >= DOWNLOADS_PER_ADDRESS) throw rateLimited(RETRY_MS);
    if (downloading.size >= DOWNLOADS_MAX && !cutOffIdlest()) throw unavailable();
    const download: Download = { address, idleSinceMs: Infinity, cutOff: () => {} };
    downloading.set(userId, download);
    try {
      const read: Read = (piece) =>
        inTurn(userId, async () => {
          await requireSession();
          return await piece();
        });
      const stream = streamOf(await open(), { clock, read, download, onClose: () => end(userId, download) });
      download.cutOff = () => stream.destroy(new Error('The download gave way to another one'));
      return stream;
    } catch (error) {
      end(userId, download);
      throw error;
    }
  };
}

type Read = (piece: () => Promise<IteratorResult<string>>) => Promise<IteratorResult<string>>;
type Reading = { clock: Clock; read: Read; download: Download; onClose: () => void };

function streamOf(pieces: AsyncIterable<string>, { clock, read, download, onClose }: Reading): Readable {
  const endAfter = (ms: number) =>
    clock.after(ms, () => stream.destroy(new Error('The download took too long')));
  let cancelStall = () => {};
  async function* watched() {
    const iterator = pieces[Symbol.asyncIterator]();
    try {
      for (;;) {
        cancelStall();
        download.idleSinceMs = Infinity;
        const piece = await read(() => iterator.next());
        // Also after the last piece, until the client has read all.
        cancelStall = endAfter(STALLED_MS);
        download.idleSinceMs = clock.now();
        if (piece.done) return;
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
