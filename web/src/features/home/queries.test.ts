import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { listToasts } from '#web/ui/feedback/toast-store.ts';
import { useFinishFirstSteps } from './queries.ts';

const call = vi.hoisted(() => vi.fn<() => Promise<void>>());
vi.mock('#web/lib/api/api.ts', () => ({ call, isServerResponse: () => false }));
vi.mock('#web/lib/device/away.ts', () => ({ isAway: () => false }));
afterEach(() => void vi.resetAllMocks());

/** What ends the steps, on a page of its own. */
function finisher() {
  const found: ((isPressed: boolean) => Promise<unknown>)[] = [];
  function Steps() {
    found.push(useFinishFirstSteps().mutateAsync);
    return null;
  }
  renderToString(createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Steps)));
  return (isPressed: boolean) => found[0]?.(isPressed).catch(() => {});
}
const shown = () => listToasts().map(({ text }) => text);

test('HOME-24 steps that could not be hidden say so to whoever pressed, and to nobody where they are complete', async () => {
  const finish = finisher();
  call.mockRejectedValue(new Error('unavailable'));
  await finish(false);
  expect(shown()).toEqual([]);
  await finish(true);
  expect(shown()).toEqual(['Could not hide the first steps. Please try again.']);
  call.mockResolvedValue(undefined);
  await finish(true);
  expect(shown()).toEqual([]);
});
