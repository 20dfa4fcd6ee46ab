import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, test } from 'vitest';
import { createSupervisor, type Child } from './supervisor.ts';

/** Processes that do what a test tells them to. */
function arrange(count: number, { listenAtOnce = true } = {}) {
  const clock = createFakeClock();
  const said: string[] = [];
  const children: FakeChild[] = [];
  const fork = () => {
    const child = new FakeChild(children.length + 1, listenAtOnce);
    children.push(child);
    return child;
  };
  const supervisor = createSupervisor({ fork, count, clock, say: (text) => void said.push(text) });
  const running = () => children.filter(({ isOver }) => !isOver).map(({ pid }) => pid);
  return { clock, said, children, supervisor, running };
}

class FakeChild implements Child {
  readonly pid: number;
  readonly signals: string[] = [];
  isOver = false;
  #onListening: (() => void)[] = [];
  #onExit: ((code: number | null) => void)[] = [];
  readonly #listenAtOnce: boolean;

  constructor(pid: number, listenAtOnce: boolean) {
    this.pid = pid;
    this.#listenAtOnce = listenAtOnce;
  }
  onListening(listener: () => void): void {
    this.#onListening.push(listener);
    if (this.#listenAtOnce) listener();
  }
  onExit(listener: (code: number | null) => void): void {
    this.#onExit.push(listener);
  }
  signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    this.signals.push(signal);
    this.end(0);
  }
  listen(): void {
    for (const listener of this.#onListening) listener();
  }
  end(code: number | null): void {
    if (this.isOver) return;
    this.isOver = true;
    for (const listener of this.#onExit) listener(code);
  }
}

test('OPS-10 a process that ends is restarted, each time after twice as long, and soon again after a steady one', async () => {
  const { clock, children, supervisor, running } = arrange(2);
  await supervisor.start();
  expect(running()).toEqual([1, 2]);
  for (const pauseMs of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    children.at(-1)?.end(null);
    const before = children.length;
    clock.advance(pauseMs - 1);
    expect(children).toHaveLength(before);
    clock.advance(1);
    expect(children).toHaveLength(before + 1);
    expect(running()).toHaveLength(2);
  }
  clock.advance(60_000);
  children.at(-1)?.end(1);
  clock.advance(1_000);
  expect(running()).toHaveLength(2);
});

test('OPS-10 a first process that does not start ends the start, and no other one is tried', async () => {
  const { children, supervisor } = arrange(3, { listenAtOnce: false });
  const starting = supervisor.start();
  children[0]?.end(1);
  await expect(starting).rejects.toThrow('The first process has ended');
  expect(children).toHaveLength(1);
});

test('OPS-10 a rolling restart replaces each process after its successor listens, and restarts nothing', async () => {
  const { clock, children, supervisor, running, said } = arrange(2);
  await supervisor.start();
  await supervisor.roll();
  expect(running()).toEqual([3, 4]);
  expect(children.map(({ signals }) => signals)).toEqual([['SIGTERM'], ['SIGTERM'], [], []]);
  clock.advance(60_000);
  expect(children).toHaveLength(4);
  expect(said).toEqual(['Every process has been replaced']);
});

test('OPS-10 rolling restarts asked for during one become one more', async () => {
  const { supervisor, running, said } = arrange(2);
  await supervisor.start();
  await Promise.all([supervisor.roll(), supervisor.roll(), supervisor.roll()]);
  expect(running()).toEqual([5, 6]);
  expect(said).toHaveLength(2);
  await supervisor.roll();
  expect(running()).toEqual([7, 8]);
});

test('OPS-10 a rolling restart whose new process fails keeps the old ones', async () => {
  const { clock, children, supervisor, running } = arrange(2, { listenAtOnce: false });
  const starting = supervisor.start();
  children[0]?.listen();
  await expect.poll(() => children.length).toBe(2);
  children[1]?.listen();
  await starting;
  const rolled = supervisor.roll();
  expect(children).toHaveLength(3);
  children[2]?.end(1);
  await rolled;
  clock.advance(60_000);
  expect(running()).toEqual([1, 2]);
  expect(children).toHaveLength(3);
});

/** Two processes that listen; then a roll, during whose first start the first process ends. */
async function endDuringRoll() {
  const arranged = arrange(2, { listenAtOnce: false });
  const { children, supervisor } = arranged;
  const starting = supervisor.start();
  children[0]?.listen();
  await expect.poll(() => children.length).toBe(2);
  children[1]?.listen();
  await starting;
  const rolled = supervisor.roll();
  children[0]?.end(1);
  return { ...arranged, rolled };
}

test('OPS-10 a process that ends while its successor starts is not restarted too', async () => {
  const { clock, children, running, rolled } = await endDuringRoll();
  children[2]?.listen();
  await expect.poll(() => children.length).toBe(4);
  children[3]?.listen();
  await rolled;
  clock.advance(60_000);
  expect(running()).toEqual([3, 4]);
});

test('OPS-10 a process that ends while its successor takes long to start is restarted, and the successor goes', async () => {
  const { clock, children, running, rolled } = await endDuringRoll();
  clock.advance(1_000);
  expect(running()).toEqual([2, 3, 4]);
  children[3]?.listen();
  children[2]?.listen();
  await expect.poll(() => children.length).toBe(5);
  children[4]?.listen();
  await rolled;
  clock.advance(60_000);
  expect(running()).toEqual([4, 5]);
});

test('OPS-10 a process that ends while its successor fails is restarted', async () => {
  const { clock, children, running, rolled } = await endDuringRoll();
  children[2]?.end(1);
  await rolled;
  clock.advance(60_000);
  expect(running()).toEqual([2, 4]);
});

test('OPS-10 a stop ends every process and starts none', async () => {
  const { clock, children, supervisor, running } = arrange(3);
  await supervisor.start();
  children[0]?.end(null);
  await supervisor.stop();
  clock.advance(60_000);
  expect(running()).toEqual([]);
  expect(children).toHaveLength(3);
});

test.each([0, 1])(
  'OPS-10 a stop while process %i starts ends the start without a failure, and starts none',
  async (nth) => {
    const { clock, children, supervisor, running } = arrange(2, { listenAtOnce: false });
    const starting = supervisor.start();
    if (nth > 0) children[0]?.listen();
    await expect.poll(() => children.length).toBe(nth + 1);
    await supervisor.stop();
    expect(await starting).toBe(false);
    clock.advance(60_000);
    expect(running()).toEqual([]);
    expect(children).toHaveLength(nth + 1);
  },
);
