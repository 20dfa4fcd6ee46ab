import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, test } from 'vitest';
import { createLongDownloads } from './long-downloads.ts';

const clock = createFakeClock();
const PIECE = 'x'.repeat(100_000);

/** A text of `count` pieces that counts those it was asked for. */
function text(count: number) {
  const seen = { pieces: 0 };
  async function* read() {
    for (; seen.pieces < count;) {
      seen.pieces += 1;
      yield PIECE;
    }
  }
  return { seen, open: async () => read() };
}
const at = (userId: string, address = userId) => ({ userId, address, requireSession: async () => {} });
const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
};

test('SAFE-03 a download is read no further ahead than a piece or two (S36)', async () => {
  const { seen, open } = text(1_000);
  const stream = await createLongDownloads(clock)(at('ann'), open);
  await turns();
  expect(seen.pieces).toBeLessThanOrEqual(2);
  stream.once('readable', () => stream.read());
  await turns();
  expect(seen.pieces).toBeLessThanOrEqual(4);
  stream.destroy();
});

test('SAFE-03 a person has one download at a time, an address four and all a hundred; each place is given back (S36)', async () => {
  const download = createLongDownloads(clock);
  const start = (who: string, address?: string) => download(at(who, address), text(3).open);
  const streams = [await start('ann', 'home')];
  await expect(start('ann', 'elsewhere')).rejects.toMatchObject({ code: 'rate_limited', retryAfterS: 10 });
  for (const who of ['ben', 'cat', 'dan']) streams.push(await start(who, 'home'));
  await expect(start('eve', 'home')).rejects.toMatchObject({ code: 'rate_limited' });
  for (let more = 0; more < 96; more += 1) streams.push(await start(`more ${more}`));
  await expect(start('eve', 'elsewhere')).rejects.toMatchObject({ code: 'unavailable' });
  for await (const _ of streams[0]!);
  await turns();
  expect(await start('eve', 'home')).toBeDefined();
  streams[1]?.destroy();
  await turns();
  const failing = download(at('ann'), () => Promise.reject(new Error('away')));
  await expect(failing).rejects.toThrow('away');
  expect(await start('ann')).toBeDefined();
});

test('SAFE-03 three pieces are read at once, and clients that take nothing keep nobody from reading (S36)', async () => {
  const download = createLongDownloads(clock);
  const slow = await Promise.all([1, 2, 3, 4].map((n) => download(at(`slow ${n}`), text(3).open)));
  await turns();
  let read = '';
  for await (const piece of await download(at('ann'), text(3).open)) read += String(piece);
  expect(read).toHaveLength(300_000);
  for (const stream of slow) stream.destroy();
  await turns();

  const gate = Promise.withResolvers<void>();
  let reading = 0;
  async function* waiting() {
    reading += 1;
    await gate.promise;
    yield PIECE;
  }
  const streams = await Promise.all([1, 2, 3, 4].map((n) => download(at(`${n}`), async () => waiting())));
  for (const stream of streams) stream.read();
  await turns();
  expect(reading).toBe(3);
  gate.resolve();
  await turns();
  expect(reading).toBe(4);
});

test('SAFE-03 a client that takes nothing, or takes for ever, is cut off (S36)', async () => {
  const download = createLongDownloads(clock);
  const ended: string[] = [];
  const start = async (who: string, count: number) => {
    const stream = await download(at(who), text(count).open);
    stream.on('error', ({ message }) => ended.push(`${who}: ${message}`));
    return stream;
  };
  const [, steady] = [await start('still', 5), await start('steady', 100_000)];
  await turns();
  for (let seconds = 0; seconds < 900; seconds += 20) {
    expect(ended).not.toContain('steady: The download took too long');
    steady.read();
    await turns();
    clock.advance(20_000);
    await turns();
    if (seconds >= 40) expect(ended[0]).toBe('still: The download took too long');
  }
  expect(ended).toEqual(['still: The download took too long', 'steady: The download took too long']);
});

test('SAFE-03 nothing more is read once the session has ended (S36)', async () => {
  const { seen, open } = text(1_000);
  let isSignedIn = true;
  const requireSession = async () => {
    if (!isSignedIn) throw new Error('The session has ended');
  };
  const stream = await createLongDownloads(clock)({ ...at('ann'), requireSession }, open);
  await turns();
  isSignedIn = false;
  const { pieces } = seen;
  const rest = async () => {
    for await (const _ of stream);
  };
  await expect(rest()).rejects.toThrow('The session has ended');
  expect(seen.pieces).toBe(pieces);
});

test('SAFE-03 beyond a hundred, the client that has read nothing for longest gives way after 10 s (S36)', async () => {
  const download = createLongDownloads(clock);
  const start = (who: string) => download(at(who), text(9).open);
  const [first, second] = [await start('first'), await start('second')];
  for (const stream of [first, second]) stream?.once('readable', () => stream.read(1));
  await turns();
  clock.advance(5_000);
  for (let more = 0; more < 98; more += 1) (await start(`more ${more}`)).once('readable', () => {});
  await turns();
  await expect(start('late')).rejects.toMatchObject({ code: 'unavailable' });
  clock.advance(5_000);
  // Reading on, it is given more, and waits anew.
  first?.read();
  await turns();
  expect(await start('late')).toBeDefined();
  await turns();
  expect([first?.destroyed, second?.destroyed]).toEqual([false, true]);
  // Its person may begin again as soon as another client has read nothing for so long.
  await expect(start('second')).rejects.toMatchObject({ code: 'unavailable' });
  clock.advance(5_000);
  expect(await start('second')).toBeDefined();
});

test('SAFE-03 a client that leaves the end of a download unread is cut off, and gives way too (S36)', async () => {
  const download = createLongDownloads(clock);
  const start = (who: string, pieces: number) => download(at(who), text(pieces).open);
  const unread = await start('first', 1);
  // Less than is read ahead, so that nothing more is waited for.
  const short = await download(at('short'), async () =>
    (async function* () {
      yield 'the end';
    })(),
  );
  short.once('readable', () => {});
  await turns();
  for (let more = 0; more < 98; more += 1) (await start(`more ${more}`, 9)).once('readable', () => {});
  clock.advance(10_000);
  expect(await start('late', 9)).toBeDefined();
  clock.advance(20_000);
  await turns();
  expect([unread.destroyed, short.destroyed]).toEqual([true, true]);
});
