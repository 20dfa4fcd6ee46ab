import { beforeEach, expect, test, vi } from 'vitest';
import { ImageSender, isUnsent, type ImageUpload } from './image-sender.ts';

type Sending = { file: File; signal: AbortSignal } & PromiseWithResolvers<{ path: string }>;

/** What the server is being sent. */
const sent = vi.hoisted(() => [] as Sending[]);
vi.mock('#web/lib/api/api.ts', () => ({
  isServerResponse: (error: object) => 'status' in error,
  callUpload(_route: unknown, file: File, { signal }: { signal: AbortSignal }) {
    const sending = { file, signal, ...Promise.withResolvers<{ path: string }>() };
    signal.addEventListener('abort', () => sending.reject(signal.reason));
    sent.push(sending);
    return sending.promise;
  },
}));
vi.mock('#web/lib/device/away.ts', () => ({ isAway: () => false }));
vi.mock('#web/lib/log.ts', () => ({ logError: () => {} }));

let shown: ImageUpload[];
let stored: string[];
let sender: ImageSender;
beforeEach(() => {
  sent.length = 0;
  [shown, stored] = [[], []];
  sender = new ImageSender({
    show: (upload) => void shown.push(upload),
    onStored: (path) => void stored.push(path),
  });
});

const photo = (name: string) => new File([name], name, { type: 'image/png' });

test('EVF-06 saving waits for the picture being sent, and needs none', async () => {
  expect(await sender.settled()).toEqual({ state: 'stored', path: null });
  sender.start(photo('sea.png'));
  const settled = sender.settled();
  sent[0]?.resolve({ path: 'sea' });
  expect(await settled).toEqual({ state: 'stored', path: 'sea' });
  expect([stored, shown.at(-1)]).toEqual([['sea'], { state: 'idle' }]);
});

test('EVF-06 whoever waits for a picture that is given up or replaced does not go on without it', async () => {
  sender.start(photo('sea.png'));
  const first = sender.settled();
  sender.start(photo('cliff.png'));
  expect(await first).toEqual({ state: 'cancelled' });
  const second = sender.settled();
  sender.cancel();
  expect(await second).toEqual({ state: 'cancelled' });
  expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  // Saved anew, it needs none.
  expect(await sender.settled()).toEqual({ state: 'stored', path: null });
  expect(stored).toEqual([]);
});

/** @returns what saving hears of a picture whose upload fails so */
async function failed(cause: object) {
  sender.start(photo('sea.png'));
  const settled = sender.settled();
  sent[0]?.reject(cause);
  return await settled;
}

test('EVF-06 a picture that did not arrive is kept, and sent again by hand or by saving', async () => {
  expect(await failed(new Error('no network'))).toMatchObject({ state: 'failed' });
  expect(isUnsent(shown.at(-1)!)).toBe(true);
  sender.retry();
  sent[1]?.reject(new Error('no network'));
  await expect.poll(() => shown.at(-1)?.state).toBe('failed');
  const settled = sender.settled();
  sent[2]?.resolve({ path: 'sea' });
  expect(await settled).toEqual({ state: 'stored', path: 'sea' });
  expect(sent.map(({ file }) => file.name)).toEqual(['sea.png', 'sea.png', 'sea.png']);
});

test('EVF-06 a picture that the server has refused is not sent again, one that came too often is', async () => {
  const refused = { status: 422, code: 'unprocessable_image', message: 'Not a picture' };
  expect(await failed(refused)).toEqual({ state: 'failed', message: 'Not a picture' });
  expect(await sender.settled()).toEqual({ state: 'failed', message: 'Not a picture' });
  expect(sent).toHaveLength(1);
  sent.length = 0;
  await failed({ status: 429, code: 'rate_limited', message: 'Too many' });
  sender.retry();
  expect(sent).toHaveLength(2);
});
