import { afterEach, expect, test, vi } from 'vitest';
import { CHUNK_TIMEOUT_MS, ChunkTimeoutError, loadChunk } from './chunk.ts';

afterEach(() => void vi.useRealTimers());

test('NAV-08 a chunk that does not load within 120 s fails', async () => {
  vi.useFakeTimers();
  let outcome: unknown = 'waiting';
  const loading = loadChunk(() => new Promise(() => {})).catch((error: unknown) => (outcome = error));
  await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS - 1);
  expect(outcome).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  await loading;
  expect(outcome).toBeInstanceOf(ChunkTimeoutError);
  expect(CHUNK_TIMEOUT_MS).toBe(120_000);
});

test('NAV-08 a chunk that loads leaves no timer behind; one that fails says why', async () => {
  vi.useFakeTimers();
  expect(await loadChunk(async () => 'page')).toBe('page');
  expect(vi.getTimerCount()).toBe(0);
  await expect(loadChunk(async () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
});
