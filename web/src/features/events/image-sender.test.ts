import { beforeEach, expect, test, vi } from 'vitest';
import { ImageSender, type ImageUpload } from './image-sender.ts';

type Sending = { file: File; signal: AbortSignal } & PromiseWithResolvers<{ path: string }>;

/** What the server is being sent. */
const sent = vi.hoisted(() => [] as Sending[]);
vi.mock('#web/lib/api/api.ts', () => ({
  isServerResponse: () => false,
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
