import { beforeEach, expect, test, vi } from 'vitest';
import { listToasts } from '#web/ui/feedback/toast-store.ts';
import { COVERS } from './covers.ts';
import { ImageSender, isUnsent, type ImageUpload } from './image-sender.ts';

type Sending = { file: File; signal: AbortSignal } & PromiseWithResolvers<{ path: string }>;

/** What the server is being sent. */
const sent = vi.hoisted(() => [] as Sending[]);
vi.mock('#web/lib/api/api.ts', () => ({
  READ_TIMEOUT_MS: 20_000,
  isServerResponse: (error: object) => 'status' in error,
  callUpload(_route: unknown, file: File, { signal }: { signal: AbortSignal }) {
    const sending = { file, signal, ...Promise.withResolvers<{ path: string }>() };
    signal.addEventListener('abort', () => sending.reject(signal.reason));
    sent.push(sending);
    return sending.promise;
  },
}));
vi.mock('#web/lib/device/away.ts', () => ({ isAway: () => false }));
/** The covers that are being loaded. */
const covers: PromiseWithResolvers<Response>[] = [];
const limits: unknown[] = [];
vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
  limits.push(signal);
  covers.push(Promise.withResolvers<Response>());
  return covers.at(-1)!.promise;
});
vi.mock('#web/lib/log.ts', () => ({ logError: () => {} }));

let shown: ImageUpload[];
let chosen: object[];
let loading: string | null;
let sender: ImageSender;
beforeEach(() => {
  sent.length = covers.length = limits.length = 0;
  [shown, chosen, loading] = [[], [], null];
  sender = new ImageSender({
    show: (upload) => void shown.push(upload),
    showLoading: (cover) => void (loading = cover),
    onChosen: (picture) => void chosen.push(picture),
  });
});

const SEA = { image: 'sea', cover: null };
const photo = (name: string) => new File([name], name, { type: 'image/png' });

test('EVF-06 saving waits for the picture being sent, and needs none', async () => {
  expect(await sender.settled()).toEqual({ state: 'ready', picture: null });
  sender.start(photo('sea.png'));
  const settled = sender.settled();
  sent[0]?.resolve({ path: 'sea' });
  expect(await settled).toEqual({ state: 'ready', picture: SEA });
  expect([chosen, shown.at(-1)]).toEqual([[SEA], { state: 'idle' }]);
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
  expect(await sender.settled()).toEqual({ state: 'ready', picture: null });
  expect(chosen).toEqual([]);
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
  expect(await settled).toEqual({ state: 'ready', picture: SEA });
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

const [surf, pints] = [COVERS[5], COVERS[11]];

test('EVF-26 a cover that comes late replaces nothing that was chosen after it', async () => {
  sender.loadCover(surf);
  expect(loading).toBe('surf');
  sender.loadCover(pints);
  const settled = sender.settled();
  for (const cover of covers) cover.resolve(new Response(''));
  expect(await settled).toEqual({ state: 'ready', picture: { image: null, cover: 'pints' } });
  expect([chosen, loading]).toEqual([[{ image: null, cover: 'pints' }], null]);

  sender.loadCover(surf);
  const waiting = sender.settled();
  sender.start(photo('sea.png'));
  covers.at(-1)?.resolve(new Response(''));
  expect(await waiting).toEqual({ state: 'cancelled' });
  sent[0]?.resolve({ path: 'sea' });
  expect(await sender.settled()).toEqual({ state: 'ready', picture: SEA });
  expect(chosen.slice(1)).toEqual([SEA]);
});

test('EVF-26 a cover chosen while a picture is being sent is waited for', async () => {
  sender.start(photo('sea.png'));
  sender.loadCover(surf);
  sent[0]?.resolve({ path: 'sea' });
  await expect.poll(() => chosen).toEqual([SEA]);
  const settled = sender.settled();
  covers[0]?.resolve(new Response(''));
  expect(await settled).toEqual({ state: 'ready', picture: { image: null, cover: 'surf' } });
});

test('EVF-26 a cover that does not load, or not in time, leaves the picture before it and says so', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  sender.start(photo('sea.png'));
  sender.loadCover(surf);
  expect(limits).toEqual([timeout.mock.results[0]?.value]);
  const settled = sender.settled();
  covers[0]?.reject(new DOMException('', 'TimeoutError'));
  expect(await settled).toEqual({ state: 'cancelled' });
  expect(listToasts().map(({ text }) => text)).toEqual(['Could not load this cover. Please try again.']);
  expect([loading, shown.at(-1)?.state]).toEqual([null, 'sending']);
});
