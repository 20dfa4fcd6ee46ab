import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { simpleQuery } from '@hereabouts/testing/wire-frames';
import { expect, test } from 'vitest';
import type { FromWorker, ToWorker } from './pglite-worker.ts';

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
    const request: ToWorker = { kind: 'wire', bytes: simpleQuery(`SELECT repeat('x', ${ANSWER_BYTES})`) };
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
