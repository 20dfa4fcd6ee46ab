import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import type { FromWorker, ToWorker } from './pglite-worker.ts';

function simpleQueryOf(sql: string): Uint8Array {
  const text = Buffer.from(`${sql}\0`);
  const head = Buffer.alloc(5);
  head.write('Q');
  head.writeInt32BE(4 + text.length, 1);
  return new Uint8Array(Buffer.concat([head, text]));
}

test('the embedded database keeps none of its answers: three times its heap passes through it', async () => {
  const HEAP_MB = 48;
  const ANSWER_BYTES = 500_000;
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
    workerData: { dataDir: 'memory://' },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const next = async () => (await once(worker, 'message'))[0] as FromWorker;
  try {
    expect((await next()).kind).toBe('open');
    const request: ToWorker = { kind: 'wire', bytes: simpleQueryOf(`SELECT repeat('x', ${ANSWER_BYTES})`) };
    for (let sent = 0; sent < 3 * HEAP_MB * 1024 * 1024; sent += ANSWER_BYTES) {
      worker.postMessage(request);
      const answer = await next();
      if (answer.kind !== 'wire') throw new Error(JSON.stringify(answer));
      expect(answer.bytes.length).toBeGreaterThan(ANSWER_BYTES);
    }
  } finally {
    await worker.terminate();
  }
});
