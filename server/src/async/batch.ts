import { runInBackground } from './requester.ts';

/** One batch per key at a time, in order. Runs as background work in which keys take turns, not in the name of the first caller,
 * who may have a backlog. */
export type Batcher<Key, Item, Result> = {
  add(key: Key, item: Item): Promise<Result>;
};

type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/** `run`: one result per item, in order; if it fails, all fail. */
export function createBatcher<Key, Item, Result>(
  max: number,
  run: (key: Key, items: readonly Item[]) => Promise<readonly Result[]>,
): Batcher<Key, Item, Result> {
  const queues = new Map<Key, Waiting<Item, Result>[]>();

  const work = async (key: Key, queue: Waiting<Item, Result>[]) => {
    while (queue.length > 0) {
      const batch = queue.splice(0, max);
      try {
        const results = await run(
          key,
          batch.map(({ item }) => item),
        );
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    queues.delete(key);
  };

  return {
    add: (key, item) =>
      new Promise((resolve, reject) => {
        const waiting = { item, resolve, reject };
        const queue = queues.get(key);
        if (queue) {
          queue.push(waiting);
          return;
        }
        const first = [waiting];
        queues.set(key, first);
        void runInBackground(() => work(key, first), `batches ${String(key)}`);
      }),
  };
}
