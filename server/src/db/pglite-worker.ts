import { existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { restrictFolder } from '#server/data-dir.ts';

export type PgliteSource = {
  dataDir: string;
  from?: Uint8Array;
};
export type ToWorker = { kind: 'wire'; bytes: Uint8Array } | { kind: 'dump' } | { kind: 'close' };
export type FromWorker =
  | { kind: 'open' }
  | { kind: 'closed' }
  | { kind: 'wire'; bytes: Uint8Array }
  | { kind: 'dump'; bytes: Uint8Array }
  | { kind: 'failed'; during: ToWorker['kind'] | 'open'; reason: string };

const port = parentPort;
if (!port) throw new Error('pglite-worker.ts runs in a worker thread only');
const source = workerData as PgliteSource;

const answer = (message: FromWorker): void => {
  // Transferred, not copied: the bytes are a copy already.
  port.postMessage(message, 'bytes' in message ? [message.bytes.buffer as ArrayBuffer] : []);
};

/** The default of 128 MB counts as memory of the process; the system caches the files as well. */
const SHARED_BUFFERS = '32MB';
/** What stays of the log after a checkpoint; by default up to 1 GB, which is written over. */
const MAX_WAL_SIZE = '64MB';

async function open(): Promise<PGlite> {
  const database = await PGlite.create({
    dataDir: source.dataDir,
    extensions: { pg_trgm },
    startParams: [
      ...PGlite.defaultStartParams,
      '-c',
      `shared_buffers=${SHARED_BUFFERS}`,
      '-c',
      `max_wal_size=${MAX_WAL_SIZE}`,
    ],
    ...(source.from ? { loadDataDir: new Blob([source.from as Uint8Array<ArrayBuffer>]) } : {}),
  });
  if (existsSync(source.dataDir)) keepPrivate(database, source.dataDir);
  return database;
}

/** PGlite sets modes after creation, whatever the umask. */
function keepPrivate({ Module: { FS: files } }: PGlite, folder: string): void {
  const setMode = files.chmod.bind(files);
  files.chmod = (path: string, mode: number, ...rest: unknown[]) => setMode(path, mode & ~0o077, ...rest);
  restrictFolder(folder);
}

/** `execProtocolRaw` would keep each parsed answer for ever. */
async function execute(database: PGlite, request: Uint8Array): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const onRawData = (chunk: Uint8Array) => void chunks.push(chunk.slice());
  await database.execProtocolRawStream(request, { syncToFs: false, onRawData });
  const [first] = chunks;
  if (chunks.length === 1 && first !== undefined) return first;
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, end);
    end += chunk.length;
  }
  return bytes;
}

async function handle(database: PGlite, message: ToWorker): Promise<void> {
  if (message.kind === 'wire') {
    answer({ kind: 'wire', bytes: await execute(database, message.bytes) });
  } else if (message.kind === 'dump') {
    const tar = await database.dumpDataDir('none');
    answer({ kind: 'dump', bytes: new Uint8Array(await tar.arrayBuffer()) });
  } else {
    await database.close();
    answer({ kind: 'closed' });
  }
}

try {
  const database = await open();
  let last: Promise<void> = Promise.resolve();
  port.on('message', (message: ToWorker) => {
    last = last
      .then(() => handle(database, message))
      .catch((error: unknown) => answer({ kind: 'failed', during: message.kind, reason: String(error) }));
  });
  answer({ kind: 'open' });
} catch (error) {
  answer({ kind: 'failed', during: 'open', reason: error instanceof Error ? error.message : String(error) });
}
