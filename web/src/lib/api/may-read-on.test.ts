import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { mayReadOn } from './may-read-on.ts';

test('CONT-09 NOTE-01 a next page is requested once a refetch is done', async () => {
  const client = new QueryClient();
  let first = 'before';
  const asked: number[] = [];
  let answer = () => {};
  const list = new InfiniteQueryObserver(client, {
    queryKey: ['list'],
    initialPageParam: 0,
    getNextPageParam: (_page, pages) => (pages.length < 2 ? pages.length : null),
    queryFn: ({ pageParam }) => {
      const page = pageParam === 0 ? first : 'further';
      return new Promise<string>((resolve) => {
        answer = () => resolve(page);
        asked.push(pageParam);
      });
    },
  });
  const shown = () => list.getCurrentResult();
  const readOn = () => {
    if (mayReadOn(shown())) void list.fetchNextPage();
  };
  const leave = list.subscribe(readOn);
  answer();
  await expect.poll(() => asked).toEqual([0, 1]);
  first = 'after';
  void client.invalidateQueries();
  await expect.poll(() => shown().isFetchingNextPage).toBe(false);
  readOn();
  expect(asked).toEqual([0, 1, 0]);
  answer();
  await expect.poll(() => asked).toEqual([0, 1, 0, 1]);
  answer();
  await expect.poll(() => shown().data?.pages).toEqual(['after', 'further']);
  leave();
});
