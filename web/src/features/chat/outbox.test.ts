import type { ChatMessage } from '@hereabouts/contract/chat';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OutboxSender, type SendResult } from './outbox-sender.ts';
import { Outbox, type OutboxEntry, type OutboxStorage } from './outbox.ts';

const ROOM = 7;

function newStorage(limit = Infinity): OutboxStorage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem(key, value) {
      if (items.size >= limit) throw new DOMException('full', 'QuotaExceededError');
      items.set(key, value);
    },
    removeItem: (key) => void items.delete(key),
  };
}

const open = (storage: OutboxStorage | null, userId = 'marie', now = () => 1_000, epoch = 'e-1') =>
  new Outbox(userId, { storage, now, epoch });
const texts = ({ entries }: Outbox) => entries.map(({ message }) => message);

/** As the browser's: who asks first runs first, one at a time. */
function newLocks(): Pick<LockManager, 'request'> {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, _options: LockOptions, run: () => Promise<unknown>) => {
    const mine = last.then(run);
    last = mine.catch(() => {});
    return mine;
  };
  return { request } as unknown as Pick<LockManager, 'request'>;
}

/** A server that stores each id once, over a network that loses what a test wants it to. */
function newServer(losses: readonly ('request' | 'answer' | null)[] = []) {
  const log: ChatMessage[] = [];
  let attempts = 0;
  return {
    log,
    async send({ id, message }: OutboxEntry): Promise<SendResult> {
      const loss = losses[attempts++] ?? null;
      await Promise.resolve();
      if (loss === 'request') return { kind: 'unreachable' };
      let stored = log.find((one) => one.id === id);
      if (!stored) {
        const seq = log.length + 1;
        stored = { id, seq, kind: 'text', message, created_at: '2026-06-20T12:00:00.000Z', sender: null };
        log.push(stored);
      }
      return loss === 'answer' ? { kind: 'unreachable' } : { kind: 'stored', message: stored };
    },
  };
}

function newSender(outbox: Outbox, send: (entry: OutboxEntry) => Promise<SendResult>, options = {}) {
  const told = { stored: 0, refused: 0, lost: [] as number[][], outdated: [] as number[] };
  const timers: (() => void)[] = [];
  const sender = new OutboxSender({
    outbox,
    send,
    isCurrent: () => true,
    locks: null,
    after(_delayMs, run) {
      timers.push(run);
      return () => void timers.splice(timers.indexOf(run) >>> 0, 1);
    },
    onStored: () => (told.stored += 1),
    onRefused: () => (told.refused += 1),
    onLost: (...lost) => told.lost.push(lost),
    onOutdated: (count) => told.outdated.push(count),
    ...options,
  });
  return { sender, told, timers };
}

const waiting = ({ entries }: Outbox) => entries.filter(({ state }) => state === 'waiting').length;

test('CHAT-09 RT-02 what was written survives the tab, in its order, though the clock stands still', () => {
  const storage = newStorage();
  const outbox = open(storage);
  for (const message of ['one', 'two', 'three']) outbox.add(ROOM, message);
  expect(texts(open(storage))).toEqual(['one', 'two', 'three']);
});

test('CHAT-09 nobody reads or sends what another person left behind', async () => {
  const storage = newStorage();
  open(storage, 'marie').add(ROOM, 'from marie');
  const toms = open(storage, 'tom');
  expect(toms.entries).toEqual([]);
  const server = newServer();
  newSender(toms, (entry) => server.send(entry)).sender.wake();
  await Promise.resolve();
  expect(server.log).toEqual([]);
});

test('CHAT-09 a person who is no longer signed in sends nothing', async () => {
  const outbox = open(newStorage());
  outbox.add(ROOM, 'late');
  const server = newServer();
  newSender(outbox, (entry) => server.send(entry), { isCurrent: () => false }).sender.wake();
  await new Promise((resolve) => setImmediate(resolve));
  expect([server.log.length, waiting(outbox)]).toEqual([0, 1]);
});

test('CHAT-09 a stopped sender finishes the message on its way and sends no other, nor does it try again', async () => {
  const outbox = open(newStorage());
  for (const message of ['on its way', 'behind']) outbox.add(ROOM, message);
  const server = newServer();
  const { sender } = newSender(outbox, (entry) => server.send(entry));
  sender.wake();
  sender.stop();
  await new Promise((resolve) => setImmediate(resolve));
  expect(server.log.map(({ message }) => message)).toEqual(['on its way']);
  expect(outbox.entries.map(({ state }) => state)).toEqual(['stored', 'waiting']);

  const unreachable = async (): Promise<SendResult> => ({ kind: 'unreachable' });
  const early = newSender(outbox, unreachable);
  early.sender.wake();
  early.sender.stop();
  await new Promise((resolve) => setImmediate(resolve));
  const late = newSender(outbox, unreachable);
  late.sender.wake();
  await expect.poll(() => late.timers.length).toBe(1);
  late.sender.stop();
  expect([early.timers.length, late.timers.length, waiting(outbox)]).toEqual([0, 0, 1]);
});

test('CHAT-09 without room in the storage a message waits in memory', () => {
  for (const outbox of [open(null), open(newStorage(0))]) {
    outbox.add(ROOM, 'kept');
    outbox.refresh();
    expect(texts(outbox)).toEqual(['kept']);
  }
});

test('CHAT-09 a message that the server asks to send later is kept, outlives the tab and is sent then (S37)', async () => {
  const storage = newStorage();
  const outbox = open(storage);
  for (const message of ['one', 'two']) outbox.add(ROOM, message);
  const server = newServer();
  const delays: number[] = [];
  let isLimited = true;
  let runLater = () => {};
  const { sender, told } = newSender(
    outbox,
    async (entry) => (isLimited ? { kind: 'limited', waitMs: 1_440_000 } : server.send(entry)),
    {
      after(delayMs: number, run: () => void) {
        delays.push(delayMs);
        runLater = run;
        return () => {};
      },
    },
  );
  sender.wake();
  await new Promise((resolve) => setImmediate(resolve));
  expect([delays, outbox.isStalled, texts(open(storage))]).toEqual([[1_440_000], false, ['one', 'two']]);
  isLimited = false;
  runLater();
  await expect.poll(() => told.stored).toBe(2);
  expect([server.log.map(({ message }) => message), waiting(outbox)]).toEqual([['one', 'two'], 0]);
});

test('CHAT-09 whatever requests and answers are lost, in two tabs at once, each message is stored once and in order', async () => {
  const losses = fc.array(fc.constantFrom('request' as const, 'answer' as const, null), { maxLength: 20 });
  const messages = fc.array(fc.nat(1), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(losses, messages, async (lost, written) => {
      const storage = newStorage();
      const locks = newLocks();
      const server = newServer(lost);
      let time = 0;
      const tabs = [0, 1].map(() => {
        const outbox = open(storage, 'marie', () => ++time);
        return { outbox, ...newSender(outbox, (entry) => server.send(entry), { locks }) };
      });
      for (const [index, tab] of written.entries()) {
        tabs[tab]?.outbox.add(ROOM, `message ${index}`);
        tabs[tab]?.sender.wake();
        // As the storage event does.
        tabs[1 - tab]?.outbox.refresh();
        tabs[1 - tab]?.sender.wake();
      }
      for (let round = 0; round < 60; round++) {
        await new Promise((resolve) => setImmediate(resolve));
        const due = tabs.flatMap(({ timers }) => timers.splice(0));
        for (const run of due) run();
        for (const tab of tabs) tab.outbox.refresh();
        if (tabs.every(({ outbox }) => waiting(outbox) === 0) && due.length === 0) break;
      }
      expect(server.log.map(({ message }) => message)).toEqual(written.map((_, index) => `message ${index}`));
    }),
    { numRuns: 60 },
  );
});

test('CHAT-05 a refused message is kept with its text, and the ones behind it go on', async () => {
  const storage = newStorage();
  const outbox = open(storage);
  outbox.add(ROOM, 'no');
  outbox.add(ROOM, 'yes');
  const server = newServer();
  let isRefusing = true;
  const { sender, told } = newSender(outbox, async (entry) =>
    isRefusing && entry.message === 'no' ? { kind: 'refused' } : server.send(entry),
  );
  sender.wake();
  await expect.poll(() => server.log.length).toBe(1);
  expect([told.refused, told.stored]).toEqual([1, 1]);
  expect(open(storage).entries.map(({ message, state }) => [message, state])).toEqual([['no', 'refused']]);
  isRefusing = false;
  outbox.retry(outbox.entries[0]?.id ?? '');
  sender.wake();
  await expect.poll(() => server.log.map(({ message }) => message)).toEqual(['yes', 'no']);
  expect(open(storage).entries).toEqual([]);
});

test('CHAT-05 a message whose id is taken is tried again under another one', () => {
  const outbox = open(newStorage());
  const { id } = outbox.add(ROOM, 'again');
  outbox.refuse(id, 'taken');
  outbox.retry(id);
  expect(texts(outbox)).toEqual(['again']);
  expect(outbox.entries[0]?.id).not.toBe(id);
});

test('CHAT-11 CHAT-05 a loss of access refuses the waiting messages of that event alone, with their text', async () => {
  const outbox = open(newStorage());
  outbox.add(ROOM, 'one');
  outbox.add(ROOM, 'two');
  outbox.add(8, 'elsewhere');
  const server = newServer();
  const { sender, told } = newSender(outbox, async (entry) =>
    entry.eventId === ROOM ? { kind: 'lost' } : server.send(entry),
  );
  sender.wake();
  await expect.poll(() => server.log.map(({ message }) => message)).toEqual(['elsewhere']);
  expect(told.lost).toEqual([[ROOM, 2]]);
  expect(waiting(outbox)).toBe(0);
  const kept = outbox.entries.filter(({ eventId }) => eventId === ROOM);
  expect(kept.map(({ message, state }) => [message, state])).toEqual([
    ['one', 'refused'],
    ['two', 'refused'],
  ]);
});

test('OPS-11 a message carries the epoch that it was written under; all of one that is over are dropped, and only they', async () => {
  const storage = newStorage();
  const before = open(storage);
  for (const message of ['one', 'two', 'again']) before.add(ROOM, message);
  before.refuse(before.entries[2]?.id ?? '', 'taken');
  const after = open(storage, 'marie', undefined, 'e-2');
  // Under another id it is still the same text.
  after.retry(after.entries[2]?.id ?? '');
  after.add(ROOM, 'new');
  expect(open(storage).entries.map(({ message, epoch }) => [message, epoch])).toEqual([
    ['one', 'e-1'],
    ['two', 'e-1'],
    ['again', 'e-1'],
    ['new', 'e-2'],
  ]);
  const server = newServer();
  const { sender, told } = newSender(after, async (entry) =>
    entry.epoch === 'e-2' ? server.send(entry) : { kind: 'outdated' },
  );
  sender.wake();
  await expect.poll(() => server.log.map(({ message }) => message)).toEqual(['new']);
  expect(told.outdated).toEqual([3]);
  expect(open(storage).entries).toEqual([]);
});

test('RT-02 the outbox reports an unreachable server until it is reachable', async () => {
  const outbox = open(newStorage());
  outbox.add(ROOM, 'wait');
  const server = newServer(['request']);
  const { sender, timers } = newSender(outbox, (entry) => server.send(entry));
  sender.wake();
  await expect.poll(() => outbox.isStalled).toBe(true);
  timers.splice(0)[0]?.();
  await expect.poll(() => outbox.isStalled).toBe(false);
  expect(server.log).toHaveLength(1);
});

test('CHAT-09 a tab that sleeps with the lock does not keep the others from sending', async () => {
  const outbox = open(newStorage());
  outbox.add(ROOM, 'urgent');
  const server = newServer();
  const request = (_name: string, { signal }: LockOptions) =>
    new Promise((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason as Error)),
    );
  const { sender, timers } = newSender(outbox, (entry) => server.send(entry), { locks: { request } });
  sender.wake();
  expect(server.log).toEqual([]);
  timers.splice(0)[0]?.();
  await expect.poll(() => server.log.length).toBe(1);
});

test('CHAT-09 unreadable entries of the storage are skipped', () => {
  const storage = newStorage();
  storage.setItem('hereabouts.outbox.marie.x', '{"id":1}');
  storage.setItem('hereabouts.outbox.marie.y', 'not json');
  expect(open(storage).entries).toEqual([]);
});

test('CHAT-09 a limit holds the queue up for as long as the server says, and no longer', async () => {
  const outbox = open(newStorage());
  for (const text of ['one', 'two']) outbox.add(ROOM, text);
  const server = newServer();
  const delays: number[] = [];
  let refusals = 3;
  const send = async (entry: OutboxEntry): Promise<SendResult> =>
    refusals-- > 0 ? { kind: 'limited', waitMs: 500 } : server.send(entry);
  const after = (delayMs: number, run: () => void) => {
    delays.push(delayMs);
    queueMicrotask(run);
    return () => {};
  };
  newSender(outbox, send, { after }).sender.wake();
  await expect.poll(() => server.log.map(({ message }) => message)).toEqual(['one', 'two']);
  expect([delays, outbox.isStalled]).toEqual([[500, 500, 500], false]);
});
