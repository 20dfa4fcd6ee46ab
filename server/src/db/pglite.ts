import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { Connection } from './connection.ts';
import { DatabaseUnavailableError } from './errors.ts';
import { PgliteStream } from './pglite-stream.ts';
import type { FromWorker, PgliteSource, ToWorker } from './pglite-worker.ts';
import { valueParsers } from './value-parsers.ts';

export type PgliteEngine = {
  connection: Connection;
};

/** @throws DatabaseUnavailableError when it cannot be opened */
export async function startPglite(source: PgliteSource): Promise<PgliteEngine> {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: source });
  const stream = new PgliteStream((bytes) => {
    worker.postMessage({ kind: 'wire', bytes } satisfies ToWorker, [bytes.buffer as ArrayBuffer]);
  });

  // An error may come before the client listens and after it has ended.
  stream.on('error', () => {});

  const exited = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  const fail = (error: Error): void => {
    opened.reject(error);
    void worker.terminate();
    stream.destroy(error);
  };
  worker.on('error', (error) =>
    fail(new DatabaseUnavailableError('The embedded database failed', { cause: error })),
  );
  worker.on('exit', (code) => {
    fail(new DatabaseUnavailableError(`The embedded database stopped (${code})`));
    exited.resolve();
  });
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'open') opened.resolve();
    else if (message.kind === 'wire') stream.receive(message.bytes);
    else if (message.kind === 'closed') void worker.terminate();
    else if (message.kind === 'failed') {
      fail(new DatabaseUnavailableError(`The embedded database failed: ${message.reason}`));
    }
  });
  stream.once('close', () => worker.postMessage({ kind: 'close' } satisfies ToWorker));

  await opened.promise;
  const client = new pg.Client({
    stream: () => stream,
    ssl: false,
    pipeline: true,
    user: 'postgres',
    database: 'postgres',
    types: valueParsers,
  });
  await client.connect();
  return {
    connection: new Connection(client, {
      destroy: () => void worker.terminate(),
      closed: exited.promise,
      isReplaceable: false,
    }),
  };
}
