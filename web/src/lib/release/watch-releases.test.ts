import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchReleases } from './watch-releases.ts';

const [OURS, OTHER] = ['aaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbb'];
const offerRelease = vi.hoisted(() => vi.fn<() => void>());
vi.mock('./new-release.ts', () => ({
  releaseOfPage: () => 'aaaaaaaaaaaaaaaa',
  isReleaseReady: () => false,
  offerRelease,
}));
vi.mock('./kept-typing.ts', () => ({ retypeKept: () => {}, keepTyped: () => {} }));

beforeEach(() => {
  vi.stubEnv('PROD', true);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  offerRelease.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** A page whose worker is of one release, and whose server serves another one, or is not there. */
function open(ofWorker: string, served: string | null) {
  const workers = new EventTarget();
  const answer = () => workers.dispatchEvent(new MessageEvent('message', { data: { release: ofWorker } }));
  const registration = { active: { postMessage: answer }, update: async () => {} };
  const serviceWorker = Object.assign(workers, { register: async () => registration });
  const asked = vi.fn<() => Promise<Response>>(async () => {
    if (served === null) throw new TypeError('no network');
    return new Response(null, { headers: { etag: `"${served}"` } });
  });
  vi.stubGlobal('navigator', { serviceWorker, onLine: true });
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('fetch', asked);
  watchReleases();
  return asked;
}

test('PWA-04 a page that is newer than its worker is offered no other release', async () => {
  const asked = open(OTHER, OURS);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
  await asked.mock.results[0]?.value;
  await new Promise(setImmediate);
  expect(offerRelease).not.toHaveBeenCalled();
});

test.each([OTHER, null])(
  'PWA-04 a page that is older than its worker is offered it, served: %s',
  async (served) => {
    open(OTHER, served);
    await vi.waitFor(() => expect(offerRelease).toHaveBeenCalledOnce());
  },
);

test('PWA-04 a worker of the page’s own release costs no request', async () => {
  const asked = open(OURS, OTHER);
  await new Promise(setImmediate);
  expect([asked, offerRelease].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});
