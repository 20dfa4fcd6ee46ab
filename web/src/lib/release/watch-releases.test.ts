import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let watchReleases: typeof import('./watch-releases.ts').watchReleases;

const [OURS, OTHER] = ['aaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbb'];
const offerRelease = vi.hoisted(() => vi.fn<() => void>());
vi.mock('./new-release.ts', () => ({
  releaseOfPage: () => 'aaaaaaaaaaaaaaaa',
  isReleaseReady: () => false,
  offerRelease,
}));
vi.mock('./kept-typing.ts', () => ({ retypeKept: () => {}, keepTyped: () => {} }));

beforeEach(async () => {
  vi.stubEnv('PROD', true);
  // What it knows of the page's worker is the module's.
  vi.resetModules();
  ({ watchReleases } = await import('./watch-releases.ts'));
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
  const registration = Object.assign(new EventTarget(), {
    active: { postMessage: answer },
    installing: null,
    update: async () => {},
  });
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

/** A page whose worker is being installed; `settle` ends that. */
function openAtInstall(active: object | null) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval'] });
  const newWorker = () => Object.assign(new EventTarget(), { state: 'installing' });
  const registration = Object.assign(new EventTarget(), { active, installing: newWorker(), update: again });
  const register = vi.fn<() => Promise<object>>(async () => again());
  const asked = vi.fn<() => void>();
  async function again() {
    asked();
    registration.installing = newWorker();
    registration.dispatchEvent(new Event('updatefound'));
    return registration;
  }
  vi.stubGlobal('navigator', { serviceWorker: Object.assign(new EventTarget(), { register }), onLine: true });
  vi.stubGlobal('document', new EventTarget());
  watchReleases();
  const settle = async (state: string) => {
    await new Promise(setImmediate);
    registration.installing.state = state;
    registration.installing.dispatchEvent(new Event('statechange'));
  };
  return { asked, settle };
}

test.each([null, { postMessage: () => {} }])(
  'PWA-03 PWA-04 an installation that failed is tried again, later each time, while the page is open; worker before: %s',
  async (active) => {
    const { asked, settle } = openAtInstall(active);
    await settle('redundant');
    vi.advanceTimersByTime(4_999);
    expect(asked).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    await settle('redundant');
    vi.advanceTimersByTime(9_999);
    expect(asked).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(1);
    await settle('installed');
    await settle('redundant');
    vi.advanceTimersByTime(30 * 60_000);
    expect(asked).toHaveBeenCalledTimes(3);
  },
);

test('PWA-03 a worker that the network did not bring is asked for again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval'] });
  const register = vi.fn<() => Promise<object>>().mockRejectedValue(new TypeError('no network'));
  vi.stubGlobal('navigator', {
    serviceWorker: Object.assign(new EventTarget(), { register }),
    onLine: false,
  });
  vi.stubGlobal('document', new EventTarget());
  watchReleases();
  await new Promise(setImmediate);
  vi.advanceTimersByTime(5_000);
  expect(register).toHaveBeenCalledTimes(2);
});
