import { expect, test, vi } from 'vitest';
import { browserParts } from './position-parts.ts';

test('LIVE-07 a page that is shown for the first time does not count as come back', () => {
  const listen = vi.fn<(type: string, listener: (event: Partial<PageTransitionEvent>) => void) => void>();
  vi.stubGlobal('addEventListener', listen);
  const onRestored = vi.fn<() => void>();
  browserParts.watchRestored(onRestored);
  vi.unstubAllGlobals();
  const [[type, listener] = []] = listen.mock.calls;
  expect(type).toBe('pageshow');
  listener?.({ persisted: false });
  expect(onRestored).not.toHaveBeenCalled();
  listener?.({ persisted: true });
  expect(onRestored).toHaveBeenCalledOnce();
});
