import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { IN_A_WHILE_S, standInPage, storeSession } from '@hereabouts/testing/stand-in-page';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const world = standInPage();
const store = (userId: string) => storeSession(world, IN_A_WHILE_S, 'stored', userId);
const hearOfStorage = () =>
  void window.dispatchEvent(Object.assign(new Event('storage'), { key: SESSION_STORAGE_KEY }));

const onLoaded = vi.fn<() => void>();
beforeEach(() => {
  onLoaded.mockClear();
  // What shows toasts does not load: they wait.
  vi.doMock('#web/ui/feedback/toast.tsx', () => new Promise(() => {}));
});
afterEach(() => vi.doUnmock('#web/ui/feedback/toast.tsx'));

test.each([
  ['signs out', async () => (await import('#web/auth/sign-out.ts')).signOut()],
  [
    'signs out in another tab',
    async () => {
      world.items.delete(SESSION_STORAGE_KEY);
      hearOfStorage();
    },
  ],
  [
    'gives way to another account',
    async () => {
      store('u2');
      hearOfStorage();
    },
  ],
])('PWA-05 PROF-06 what somebody was told goes when that person %s, and not earlier', async (_how, leave) => {
  store('u1');
  const { startSession } = await import('#web/auth/session.ts');
  const { listToasts, showAlert, showNotice } = await import('#web/ui/feedback/toast-store.ts');
  const { startToasts } = await import('./start-toasts.ts');
  const shown = () => listToasts().map(({ text }) => text);
  startSession();
  startToasts(onLoaded);
  showAlert('Not saved');
  showNotice('Bonfire is full', { label: 'Join the waiting list', run: () => {} });
  store('u1');
  hearOfStorage();
  expect(shown()).toEqual(['Not saved', 'Bonfire is full']);
  await leave();
  expect(shown()).toEqual([]);
  // What is said after a sign-out is for whoever is there.
  showNotice('Your account has been deleted');
  store('u2');
  hearOfStorage();
  expect(shown()).toEqual(['Your account has been deleted']);
  expect(onLoaded).not.toHaveBeenCalled();
});

test('toasts wait for what shows them, which is loaded again with the next one where it did not load', async () => {
  vi.doMock('#web/ui/feedback/toast.tsx', () => {
    throw new Error('It did not load');
  });
  const { showNotice } = await import('#web/ui/feedback/toast-store.ts');
  const { startToasts } = await import('./start-toasts.ts');
  startToasts(onLoaded);
  await expect.poll(() => console.error).toHaveBeenCalled();
  const ToastList = () => null;
  vi.doMock('#web/ui/feedback/toast.tsx', () => ({ ToastList }));
  showNotice('Saved');
  await expect.poll(() => onLoaded).toHaveBeenCalledExactlyOnceWith(ToastList);
});
