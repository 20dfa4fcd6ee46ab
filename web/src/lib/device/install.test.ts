import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepInstallQuestion } from './install-question.ts';
import { askToInstall } from './install.ts';

beforeEach(() => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
  keepInstallQuestion();
  const prompt = () => Promise.reject(new Error('The prompt was denied'));
  dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }));
});
afterEach(() => {
  globalThis.installQuestion = null;
  vi.unstubAllGlobals();
});

test('PWA-02 an app installed from the browser’s own menu is not offered any more', () => {
  expect(globalThis.installQuestion).not.toBeNull();
  dispatchEvent(new Event('appinstalled'));
  expect(globalThis.installQuestion).toBeNull();
});

test('PWA-02 a prompt that the browser denies is not offered again', async () => {
  await expect(askToInstall()).rejects.toThrow('The prompt was denied');
  expect(globalThis.installQuestion).toBeNull();
});
