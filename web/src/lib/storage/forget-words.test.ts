import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { forgetWordsOf, onWordsForgotten } from './forget-words.ts';

test('SAFE-01 what a person said goes from memory where it is not on the screen, and from the device', () => {
  const client = new QueryClient();
  client.setQueryData(['chat', 7], { messages: [] });
  client.setQueryData(['event', 7], {});
  const forgetKept = vi.fn<(userId: string, client: QueryClient) => void>();
  const stop = onWordsForgotten(forgetKept);
  forgetWordsOf('tom', client);
  stop();
  forgetWordsOf('zoe', client);
  expect(
    client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey),
  ).toEqual([['event', 7]]);
  expect(forgetKept.mock.calls).toEqual([['tom', client]]);
});
