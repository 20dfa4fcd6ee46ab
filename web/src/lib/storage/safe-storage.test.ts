import { afterEach, expect, test, vi } from 'vitest';
import { keysWith, ofTab, readItem, removeItem, storageOrNull, writeItem } from './safe-storage.ts';

afterEach(() => vi.unstubAllGlobals());

const denied = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

test.each([
  ['is denied', undefined],
  ['is full or broken', { getItem: denied, setItem: denied, removeItem: denied }],
])('PWA-08 storage that %s reads as empty, is not written, and stops nothing', (_what, storage) => {
  for (const name of ['localStorage', 'sessionStorage']) vi.stubGlobal(name, storage);
  for (const where of [undefined, ofTab]) {
    expect(readItem('a', where)).toBeNull();
    expect(writeItem('a', '1', where)).toBe(false);
    expect(keysWith('a', where)).toEqual([]);
    removeItem('a', where);
  }
});

test('PWA-08 a browser that throws at the name of its storage has none', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: denied });
  expect(readItem('a')).toBeNull();
  expect(storageOrNull()).toBeNull();
  if (before) Object.defineProperty(globalThis, 'localStorage', before);
});
