import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore.ts';

/** Tasks that end when they are told to; `started` lists them in the order they began. */
function tasks() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const task = (name: string) => () =>
    new Promise<string>((resolve) => {
      started.push(name);
      ends.set(name, () => resolve(name));
    });
  return { started, task, end: (name: string) => ends.get(name)?.() };
}

test('a key with many waiting tasks delays another key by one task at most (S6)', async () => {
  const semaphore = createSemaphore({ running: 1, waiting: 10 });
  const { started, task, end } = tasks();
  const all = [
    ...['a1', 'a2', 'a3'].map((name) => semaphore.run(task(name), 'a')),
    ...['b1', 'b2'].map((name) => semaphore.run(task(name), 'b')),
  ];
  for (const [index, name] of ['a1', 'b1', 'a2', 'b2', 'a3'].entries()) {
    await expect.poll(() => started[index]).toBe(name);
    end(name);
  }
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2']);
});

test('whoever has light tasks is next each time, however often, while others have heavy ones all the time (S8)', async () => {
  const semaphore = createSemaphore({ running: 1, waiting: 100, headStart: 10 });
  const { started, task, end } = tasks();
  for (let nth = 1; nth <= 4; nth += 1)
    for (const key of ['a', 'b', 'c']) void semaphore.run(task(`${key}${nth}`), key, key, 5);
  for (let nth = 1; nth <= 9; nth += 1) {
    void semaphore.run(task(`light ${nth}`), 'light', 'light', 0.1);
    end(started.at(-1) ?? '');
    await expect.poll(() => started.length).toBe(2 * nth);
    expect(started.at(-1)).toBe(`light ${nth}`);
    end(`light ${nth}`);
    await expect.poll(() => started.length).toBe(2 * nth + 1);
  }
});

test('beyond its share a key is refused at once, while others are served', async () => {
  const semaphore = createSemaphore({ running: 1, waiting: 3, perKey: 2 });
  const { task, end } = tasks();
  const first = semaphore.run(task('a1'), 'a');
  const second = semaphore.run(task('a2'), 'a');
  expect(await semaphore.run(task('a3'), 'a')).toBeNull();
  const other = semaphore.run(task('b1'), 'b');
  const another = semaphore.run(task('c1'), 'c');
  expect(await semaphore.run(task('d1'), 'd')).toBeNull();
  end('a1');
  expect(await first).toBe('a1');
  const again = semaphore.run(task('a4'), 'a');
  for (const name of ['b1', 'c1', 'a2', 'a4']) {
    await new Promise(setImmediate);
    end(name);
  }
  expect(await Promise.all([second, other, another, again])).toEqual(['a2', 'b1', 'c1', 'a4']);
});

test('a task that fails gives its place up', async () => {
  const semaphore = createSemaphore({ running: 1, waiting: 0, perKey: 1 });
  await expect(semaphore.run(() => Promise.reject(new Error('broken')), 'a')).rejects.toThrow('broken');
  expect(await semaphore.run(async () => 'next', 'a')).toBe('next');
});

test('a key runs a limited number at once, and leaves places to others (S35)', async () => {
  const semaphore = createSemaphore({ running: 3, waiting: 10, runningPerKey: 2 });
  const { started, task, end } = tasks();
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3'].map((name) => semaphore.run(task(name), name[0]));
  const later = async (name: string) => {
    end(name);
    await new Promise(setImmediate);
    return started;
  };
  expect(started).toEqual(['a1', 'a2', 'b1']);
  expect(await later('b1')).toEqual(['a1', 'a2', 'b1', 'b2']);
  expect(await later('a2')).toEqual(['a1', 'a2', 'b1', 'b2', 'b3']);
  expect(await later('a1')).toEqual(['a1', 'a2', 'b1', 'b2', 'b3', 'a3']);
  expect(await later('b2')).toEqual(['a1', 'a2', 'b1', 'b2', 'b3', 'a3', 'a4']);
  for (const name of ['a3', 'b3', 'a4']) end(name);
  expect(await Promise.all(all)).toHaveLength(7);
});

test('a key that asks for the first time is next, however many keys wait; then it takes turns as they do (S43)', async () => {
  const semaphore = createSemaphore({ running: 1, waiting: 1_000 });
  const { started, task, end } = tasks();
  for (const key of ['a', 'b', 'c']) {
    for (let at = 1; at <= 5; at += 1) void semaphore.run(task(`${key}${at}`), key);
  }
  const endNext = async () => {
    end(started.at(-1) ?? '');
    await new Promise(setImmediate);
  };
  for (let turn = 0; turn < 6; turn += 1) await endNext();
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3']);
  for (let at = 1; at <= 3; at += 1) void semaphore.run(task(`new${at}`), 'new');
  for (let turn = 0; turn < 7; turn += 1) await endNext();
  expect(started.slice(7)).toEqual(['new1', 'b3', 'c3', 'new2', 'a4', 'b4', 'c4']);
});

test('many waiting keys do not make each start slower, and each has its turn once', async () => {
  const semaphore = createSemaphore({ running: 1, waiting: 50_000 });
  const order: number[] = [];
  const all = Array.from({ length: 50_000 }, (_, at) =>
    semaphore.run(async () => void order.push(at), `key ${at}`),
  );
  await Promise.all(all);
  expect(order).toEqual(Array.from({ length: 50_000 }, (_, at) => at));
});

test('a newcomer replaces a task of the fullest group, then of the fullest key (S40)', async () => {
  const semaphore = createSemaphore({ running: 1, waiting: 6 });
  const { started, task, end } = tasks();
  const run = (name: string, key: string, group: string) => semaphore.run(task(name), key, group);
  void run('first', 'a', 'crowd');
  const crowd = [
    ...['a1', 'a2', 'a3', 'a4'].map((name) => run(name, 'a', 'crowd')),
    run('b1', 'b', 'crowd'),
    run('b2', 'b', 'crowd'),
  ];
  const newcomer = run('new', 'c', 'elsewhere');
  const neighbour = run('near', 'd', 'crowd');
  expect(await Promise.all([crowd[3], crowd[2]])).toEqual([null, null]);
  // Nobody has two more than these any more.
  expect(await run('b3', 'b', 'crowd')).toBeNull();
  for (const name of ['first', 'new', 'b1', 'near', 'a1', 'b2', 'a2']) {
    await expect.poll(() => started.at(-1)).toBe(name);
    end(name);
  }
  expect(await Promise.all([newcomer, neighbour, ...crowd])).toEqual([
    'new',
    'near',
    'a1',
    'a2',
    null,
    null,
    'b1',
    'b2',
  ]);
});

test('in a crowd with one waiting task each, the newest makes room for a newcomer (S40)', async () => {
  const semaphore = createSemaphore({ running: 1, waiting: 3 });
  const { started, task, end } = tasks();
  const run = (name: string, group: string) => semaphore.run(task(name), name, group);
  const crowd = ['first', 'a', 'b', 'c'].map((name) => run(name, 'crowd'));
  const newcomer = run('new', 'elsewhere');
  expect(await crowd[3]).toBeNull();
  for (const name of ['first', 'new', 'a', 'b']) {
    await expect.poll(() => started.at(-1)).toBe(name);
    end(name);
  }
  expect(await Promise.all([newcomer, ...crowd])).toEqual(['new', 'first', 'a', 'b', null]);
});

test('in a group, running tasks count as turns (S51)', async () => {
  const semaphore = createSemaphore({ running: 2, waiting: 100 });
  const { started, task, end } = tasks();
  const run = (name: string, key: string) => void semaphore.run(task(name), key, 'venue');
  for (const name of ['a1', 'a2', 'a3', 'a4']) run(name, 'a');
  run('b1', 'b');
  end('a1');
  await expect.poll(() => started.length).toBe(3);
  expect(started).toEqual(['a1', 'a2', 'b1']);
});

test('groups take turns, however many keys each has, and then their keys do (S40)', async () => {
  const semaphore = createSemaphore({ running: 1, waiting: 100 });
  const { started, task, end } = tasks();
  const run = (name: string, key: string, group: string) => void semaphore.run(task(name), key, group);
  for (let person = 1; person <= 4; person += 1)
    for (const at of [1, 2]) run(`a${person}.${at}`, `a${person}`, 'a');
  for (const at of [1, 2, 3]) run(`b${at}`, 'b', 'b');
  for (let turn = 0; turn < 10; turn += 1) {
    const count = started.length;
    end(started.at(-1) ?? '');
    await expect.poll(() => started.length).toBe(count + 1);
  }
  expect(started).toEqual(['a1.1', 'b1', 'a2.1', 'b2', 'a3.1', 'b3', 'a4.1', 'a1.2', 'a2.2', 'a3.2', 'a4.2']);
});

test('whatever comes and ends in whatever order, limits hold, no place stays free, and each task runs or is refused', async () => {
  const limits = { running: 3, waiting: 5, perKey: 4, runningPerKey: 2 };
  const asks = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), group: fc.constantFrom('x', 'y', 'z') });
  const steps = fc.array(fc.oneof(asks, fc.nat(2)), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const semaphore = createSemaphore(limits);
      const running: { key: string; end: () => void }[] = [];
      const open = new Map<string, number>();
      const count = (key: string, change: number) => open.set(key, (open.get(key) ?? 0) + change);
      const ask = ({ key, group }: { key: string; group: string }) => {
        count(key, 1);
        const task = () => new Promise<void>((end) => void running.push({ key, end }));
        void semaphore.run(task, key, group).then(() => count(key, -1));
      };
      const check = () => {
        const runningOf = (key: string) => running.filter((one) => one.key === key).length;
        const waiting = [...open].map(([key, tasks]) => ({ key, tasks: tasks - runningOf(key) }));
        expect(running.length).toBeLessThanOrEqual(limits.running);
        expect(waiting.reduce((sum, { tasks }) => sum + tasks, 0)).toBeLessThanOrEqual(limits.waiting);
        for (const { key, tasks } of waiting) {
          expect(runningOf(key)).toBeLessThanOrEqual(limits.runningPerKey);
          const mayStart = running.length < limits.running && runningOf(key) < limits.runningPerKey;
          if (mayStart) expect(tasks).toBe(0);
        }
      };
      const settle = () => new Promise(setImmediate);
      for (const step of given) {
        if (typeof step === 'number') running.splice(step, 1)[0]?.end();
        else ask(step);
        await settle();
        check();
      }
      while (running.length > 0) {
        running.shift()?.end();
        await settle();
        check();
      }
      expect([...open.values()].every((tasks) => tasks === 0)).toBe(true);
    }),
    { numRuns: 200 },
  );
});
