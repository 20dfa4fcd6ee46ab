import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { IN_A_WHILE_S, standInPage, storeSession } from '@hereabouts/testing/stand-in-page';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const world = standInPage();
const saveFile = vi.fn<(name: string, content: Blob) => void>();

beforeEach(() => {
  saveFile.mockClear();
  vi.doMock('#web/lib/device/save-file.ts', () => ({ saveFile }));
  world.answer = { status: 200, body: { name: 'Marie' } };
});
afterEach(() => vi.doUnmock('#web/lib/device/save-file.ts'));

async function download(meanwhile: () => void): Promise<string | null> {
  storeSession(world, IN_A_WHILE_S, 'stored', 'marie');
  const { startSession } = await import('#web/auth/session.ts');
  const { downloadData } = await import('./download-data.ts');
  startSession();
  world.meanwhile = meanwhile;
  return downloadData();
}

test('SAFE-03 what is stored about a person is saved under a name with the day', async () => {
  const name = await download(() => {});
  expect(name).toMatch(/\d{4}-\d{2}-\d{2}\.json$/);
  expect(saveFile.mock.calls.map(([saved]) => saved)).toEqual([name]);
});

test.each([
  ['has signed out', () => world.items.delete(SESSION_STORAGE_KEY)],
  ['has given way to somebody else', () => storeSession(world, IN_A_WHILE_S, 'stored', 'tom')],
])('SAFE-03 PWA-05 nothing is saved on a device whose person %s by then', async (_how, leave) => {
  expect(await download(leave)).toBeNull();
  expect(saveFile).not.toHaveBeenCalled();
});

test('SAFE-03 a download ends with the session of its person', async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<AbortSignal | null | undefined>();
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    ask(signal);
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new Error('cut off')));
    });
  });
  const downloading = download(() => {});
  await asked;
  world.items.delete(SESSION_STORAGE_KEY);
  window.dispatchEvent(Object.assign(new Event('storage'), { key: SESSION_STORAGE_KEY }));
  expect(await downloading).toBeNull();
});
