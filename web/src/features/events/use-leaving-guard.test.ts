import { beforeEach, expect, test, vi } from 'vitest';
import { reloadWithAll } from '#web/lib/release/new-release.ts';
import { asksBeforeUnload } from './use-leaving-guard.ts';

const page = new EventTarget();
const reload = vi.fn<() => void>();
beforeEach(() => {
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
});

test('PWA-04 before the reload for a new version the form asks only for what that loses, and afterwards as before', () => {
  expect(asksBeforeUnload(false)).toBe(true);
  reloadWithAll();
  expect([reload.mock.calls.length, asksBeforeUnload(false), asksBeforeUnload(true)]).toEqual([
    1,
    false,
    true,
  ]);
  page.dispatchEvent(new Event('beforeunload'));
  expect(asksBeforeUnload(false)).toBe(true);
});
