import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, test } from 'vitest';
import { createChatHints } from './chat-hints.ts';

type Member = { user_id: string; uncounted: number; last_seq: number };

/** Counts that are answered when told to; `published`: what members were sent. */
function start() {
  const counts: {
    eventId: number;
    reached: string[];
    answer: (lastSeq: number) => void;
    fail: () => void;
  }[] = [];
  const published: unknown[][] = [];
  const failures: string[] = [];
  const tell = createChatHints({
    realtime: {
      publish: (...message) => void published.push(message),
      mayReach: (topic) => topic !== 'user:nobody here',
    },
    clock: createFakeClock(),
    onError: (error) => void failures.push((error as Error).message),
    listChatMembers(eventId, isReached) {
      const { promise, resolve, reject } = Promise.withResolvers<Member[]>();
      counts.push({
        eventId,
        reached: ['ann', 'nobody here'].filter(isReached),
        answer: (last_seq) => resolve([{ user_id: 'ann', uncounted: 1, last_seq }]),
        fail: () => reject(new Error('no database')),
      });
      return promise;
    },
  });
  const counted = async (count: number) => {
    await expect.poll(() => counts.length).toBe(count);
    return counts[count - 1]!;
  };
  return { counts, published, failures, tell, counted };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('one chat at a time is counted, only for people who have a page open', async () => {
  const { counts, published, tell, counted } = start();
  for (const eventId of [1, 2]) tell(eventId);
  await turn();
  expect(counts).toHaveLength(1);
  expect(counts[0]).toMatchObject({ eventId: 1, reached: ['ann'] });
  counts[0]?.answer(5);
  expect((await counted(2)).eventId).toBe(2);
  expect(published).toEqual([['user:ann', 'chat_advanced', { event_id: 1, last_seq: 5, uncounted: 1 }]]);
});

test('messages that come while a chat is counted lead to one more count, and those that wait to none', async () => {
  const { counts, published, tell, counted } = start();
  for (let times = 0; times < 3; times += 1) tell(1);
  await turn();
  expect(counts).toHaveLength(1);
  for (let times = 0; times < 3; times += 1) tell(1);
  counts[0]?.answer(5);
  (await counted(2)).answer(8);
  await turn();
  expect([counts.length, published.length]).toEqual([2, 2]);
  expect(published[1]?.[2]).toMatchObject({ last_seq: 8 });
});

test('a chat that grows again comes after those that wait, and a count that fails holds up none', async () => {
  const { counts, failures, tell, counted } = start();
  for (const eventId of [1, 2, 3, 1]) tell(eventId);
  await turn();
  counts[0]?.fail();
  for (let nth = 2; nth <= 4; nth += 1) (await counted(nth)).answer(1);
  expect(counts.map(({ eventId }) => eventId)).toEqual([1, 2, 3, 1]);
  expect(failures).toHaveLength(1);
});
