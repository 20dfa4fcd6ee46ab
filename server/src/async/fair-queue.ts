import { dropOldest } from '#server/lib/drop-oldest.ts';
import { createCounts } from '#server/lib/counts.ts';

/** For `keyHeadStart`. A page makes about ten requests and statements: somebody who opens one now and then need not wait for a
 * turn of each other person at the address. */
export const HEAD_START_OF_PERSON = 10;
/** Beyond it the turns of the oldest keys are forgotten. */
const COUNTED_KEYS_MAX = 10_000;

type Entry<Item> = { item: Item; cost: number };
/** `cost`: how many turns it takes; default 1. */
type Waiting<Item> = { key: string; group: string; item: Item; cost?: number };

/** An item has a key and a group, such as a person and a network address. The next item is that of the group with the fewest
 * turns and, within it, of the key with the fewest, including those that the item would take. Per key: first in, first out. */
export type FairQueue<Item> = {
  readonly size: number;
  add(waiting: Waiting<Item>): void;
  /** The next item that may start; `started` gets its key. */
  takeNext(started: (key: string) => void): Item | null;
  /** Counts something that has started without waiting. */
  countTurn(key: string, group: string, cost?: number): void;
  /** For everything that was started, with or without waiting. */
  countEnd(key: string, group: string): void;
  /** For a key whose first item may start now. */
  allow(key: string): void;
  /** Takes out an item that waits, whoever is next. `countsAsTurn`: it has started; `countEnd` follows. */
  remove(waiting: { key: string; group: string; item: Item }, countsAsTurn: boolean): void;
  /** Drops the latest item of the key with the most: in the fullest group if that has at least two more items than `group`; else in
   * `group`, if the key has at least two more than `key`. Otherwise null. */
  dropFor(key: string, group: string): Item | null;
  forgetTurns(): void;
};

/** A group exists while one of its items waits or runs. `ready`: keys to try; `mayStart` decides. */
type Group<Item> = { queues: Map<string, Entry<Item>[]>; running: number; turns: TurnCounts; ready: Ready };

/** `headStart`: how many turns a new group is ahead of the others; `keyHeadStart`: a new key within its group. */
export function createFairQueue<Item>(
  mayStart: (key: string, item: Item) => boolean,
  headStart: number,
  keyHeadStart = headStart,
): FairQueue<Item> {
  const groups = new Map<string, Group<Item>>();
  /** Groups other than its own in which a key waits. */
  const groupsOf = new Map<string, Set<string>>();
  const turns = createTurnCounts(headStart);
  const ready = createReady();
  const counts = createCounts();
  let size = 0;

  const groupNamed = (name: string): Group<Item> => {
    const known = groups.get(name);
    if (known) return known;
    const queues = new Map<string, Entry<Item>[]>();
    const group = { queues, running: 0, turns: createTurnCounts(keyHeadStart), ready: createReady() };
    groups.set(name, group);
    return group;
  };
  const deleteIfIdle = (name: string, { queues, running }: Group<Item>) => {
    if (queues.size === 0 && running === 0) groups.delete(name);
  };

  const enqueue = ({ key, group: name, item, cost = 1 }: Waiting<Item>) => {
    const { queues } = groupNamed(name);
    const queue = queues.get(key);
    if (queue) queue.push({ item, cost });
    else queues.set(key, [{ item, cost }]);
    if (name !== key) groupsOf.set(key, (groupsOf.get(key) ?? new Set()).add(name));
    size += 1;
    counts.change(name, 1);
  };

  const dequeue = (
    key: string,
    name: string,
    take: (queue: Entry<Item>[]) => Entry<Item> | undefined,
  ): Entry<Item> | null => {
    const group = groups.get(name);
    const queue = group?.queues.get(key);
    const entry = queue && take(queue);
    if (!group || !queue || entry === undefined) return null;
    size -= 1;
    counts.change(name, -1);
    if (queue.length > 0) return entry;
    group.queues.delete(key);
    deleteIfIdle(name, group);
    const names = groupsOf.get(key);
    names?.delete(name);
    if (names?.size === 0) groupsOf.delete(key);
    return entry;
  };

  const countTurn = (key: string, name: string, cost = 1, wasNext = true) => {
    turns.take(name, cost, wasNext);
    // A key with the group's own name takes turns with the group's other keys. Alone it needs no group.
    const group = name === key ? groups.get(name) : groupNamed(name);
    group?.turns.take(key, cost, wasNext);
    if (group && name !== key) group.running += 1;
  };

  const makeReady = (key: string, name: string) => {
    const group = groups.get(name);
    const [next] = group?.queues.get(key) ?? [];
    if (!group || !next) return;
    group.ready.add(key, group.turns.of(key) + next.cost);
    ready.add(name, turns.of(name) + (name === key ? next.cost : 1));
  };

  const takeNextOf = (name: string): (Entry<Item> & { key: string }) | null => {
    const keys = groups.get(name)?.ready;
    if (!keys) return null;
    for (let key = keys.takeFirst(); key !== null; key = keys.takeFirst()) {
      const [next] = groups.get(name)?.queues.get(key) ?? [];
      // A key that may not start: `allow` makes it ready again.
      if (next === undefined || !mayStart(key, next.item)) continue;
      const entry = dequeue(key, name, (queue) => queue.shift());
      if (entry !== null) return { key, ...entry };
    }
    return null;
  };

  return {
    get size() {
      return size;
    },
    add(waiting) {
      enqueue(waiting);
      const { key, group, item } = waiting;
      if (mayStart(key, item)) makeReady(key, group);
    },
    takeNext(started) {
      for (let name = ready.takeFirst(); name !== null; name = ready.takeFirst()) {
        const next = takeNextOf(name);
        if (next === null) continue;
        countTurn(next.key, name, next.cost);
        started(next.key);
        makeReady(next.key, name);
        if ((groups.get(name)?.queues.size ?? 0) > 0) ready.add(name, turns.of(name) + 1);
        return next.item;
      }
      return null;
    },
    countTurn: (key, group, cost) => countTurn(key, group, cost),
    countEnd(key, name) {
      const group = name === key ? undefined : groups.get(name);
      if (!group) return;
      group.running -= 1;
      deleteIfIdle(name, group);
    },
    allow(key) {
      makeReady(key, key);
      for (const name of groupsOf.get(key) ?? []) makeReady(key, name);
    },
    remove({ key, group: name, item }, countsAsTurn) {
      const entry = dequeue(key, name, (queue) => {
        const at = queue.findIndex((waiting) => waiting.item === item);
        return at < 0 ? undefined : queue.splice(at, 1)[0];
      });
      if (entry === null) return;
      // It may have been the first one, which kept the others of its key waiting.
      if (!countsAsTurn) return makeReady(key, name);
      countTurn(key, name, entry.cost, false);
      // Moves both to their new places: this turn counts.
      const group = groups.get(name);
      group?.ready.drop(key);
      ready.drop(name);
      if ((group?.queues.size ?? 0) > 0) ready.add(name, turns.of(name) + 1);
      makeReady(key, name);
    },
    dropFor(key, name) {
      const fullest = counts.largest();
      // Only from a group with at least two more: otherwise the two would merely swap.
      const from = fullest !== null && counts.of(fullest) > counts.of(name) + 1 ? fullest : name;
      const queues = groups.get(from)?.queues ?? new Map<string, Entry<Item>[]>();
      let most: string | null = null;
      let length = from === name ? (queues.get(key)?.length ?? 0) + 1 : 0;
      for (const [other, queue] of queues) {
        // Among equals the last one, which has waited for the shortest time.
        if (queue.length > length || (most !== null && queue.length === length))
          [most, length] = [other, queue.length];
      }
      return most === null ? null : (dequeue(most, from, (queue) => queue.pop())?.item ?? null);
    },
    forgetTurns() {
      turns.clear();
      if (size === 0) ready.clear();
    },
  };
}

type TurnCounts = ReturnType<typeof createTurnCounts>;

/** A new name starts `headStart` turns below the highest count of a name that was next: it is served soon, but does not catch up on
 * all turns of the others. `wasNext`: false for a name taken out of turn, whose count may be far above those that still wait. */
function createTurnCounts(headStart: number) {
  const turnsOf = new Map<string, number>();
  let latest = 0;
  const of = (name: string) => Math.max(turnsOf.get(name) ?? 0, latest - headStart);
  return {
    of,
    take(name: string, cost: number, wasNext: boolean) {
      const turns = of(name) + cost;
      turnsOf.delete(name);
      turnsOf.set(name, turns);
      dropOldest(turnsOf, COUNTED_KEYS_MAX);
      if (wasNext) latest = Math.max(latest, turns);
    },
    clear() {
      turnsOf.clear();
      latest = 0;
    },
  };
}

type Ready = ReturnType<typeof createReady>;

/** Fewest turns first, then first in, first out. With equal costs, turns of waiting names differ little: there are few sets. */
function createReady() {
  const byTurns = new Map<number, Set<string>>();
  const turnsOf = new Map<string, number>();
  const remove = (name: string, turns: number) => {
    const others = byTurns.get(turns);
    others?.delete(name);
    if (others?.size === 0) byTurns.delete(turns);
    turnsOf.delete(name);
  };
  return {
    /** A name that is ready already keeps its place unless `turns` is lower than before. */
    add(name: string, turns: number) {
      const known = turnsOf.get(name);
      if (known !== undefined && known <= turns) return;
      if (known !== undefined) remove(name, known);
      turnsOf.set(name, turns);
      const others = byTurns.get(turns);
      if (others) others.add(name);
      else byTurns.set(turns, new Set([name]));
    },
    drop(name: string) {
      const turns = turnsOf.get(name);
      if (turns !== undefined) remove(name, turns);
    },
    takeFirst(): string | null {
      if (turnsOf.size === 0) return null;
      const fewest = Math.min(...byTurns.keys());
      const [name] = byTurns.get(fewest) ?? [];
      if (name === undefined) return null;
      remove(name, fewest);
      return name;
    },
    clear() {
      byTurns.clear();
      turnsOf.clear();
    },
  };
}
