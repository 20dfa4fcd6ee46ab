import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { useAnnounce } from './announcement-queries.ts';

type Announced = { body: { id: string; message: string } };
const call = vi.hoisted(() => vi.fn<(_route: unknown, announced: Announced) => Promise<void>>());
vi.mock('#web/lib/api/api.ts', () => ({ call, isServerResponse: () => false }));
vi.mock('./queries.ts', () => ({ eventKey: () => ['event'] }));

test('HOST-05 a retry has the id of the announcement whose answer was lost, and a corrected one its own', async () => {
  const found: ((message: string) => Promise<unknown>)[] = [];
  function Dialog() {
    found.push(useAnnounce(7, () => {}).mutateAsync);
    return null;
  }
  renderToString(createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Dialog)));
  const announce = (message: string) => found[0]?.(message).catch(() => {});
  call.mockRejectedValue(new Error('no answer'));
  for (const message of ['At 7', 'At 7', 'At 8']) await announce(message);
  call.mockResolvedValue();
  for (const message of ['At 8', 'At 8']) await announce(message);
  const ids = call.mock.calls.map(([, { body }]) => body.id);
  // The last one is meant to be announced once more.
  expect(ids.map((id) => ids.indexOf(id))).toEqual([0, 0, 2, 2, 4]);
});
