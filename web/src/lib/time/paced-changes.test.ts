import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, test } from 'vitest';
import { PacedChanges, type PaceOptions } from './paced-changes.ts';

function start(options: PaceOptions = {}) {
  const clock = createFakeClock();
  const frames: (() => void)[] = [];
  const shown: string[] = [];
  const counts: number[] = [];
  const paced = new PacedChanges<string>((change) => void shown.push(change('')), {
    clock,
    onFrame: (run) => void frames.push(run),
    ...options,
  });
  paced.finishBy((words, count) => {
    counts.push(count);
    return words;
  });
  const say = (word: string) => paced.add((words) => words + word);
  /** The device needs so long to draw. */
  const draw = (tookMs: number) => {
    clock.advance(tookMs);
    frames.shift()?.();
    clock.advance(0);
  };
  return { clock, shown, counts, say, draw };
}

test('CHAT-06 a message is shown at once, and so is the next one a moment later', () => {
  const { clock, shown, say, draw } = start();
  say('a');
  expect(shown).toEqual(['a']);
  draw(16);
  clock.advance(100);
  say('b');
  expect(shown).toEqual(['a', 'b']);
});

test('CHAT-06 messages that come faster than the device can draw are shown together, in order, and leave it most of its time', () => {
  const { clock, shown, counts, say, draw } = start();
  say('a');
  for (const word of ['b', 'c']) say(word);
  draw(200);
  say('d');
  clock.advance(599);
  expect(shown).toEqual(['a']);
  clock.advance(1);
  expect(shown).toEqual(['a', 'bcd']);
  draw(10);
  say('e');
  clock.advance(99);
  expect(shown).toHaveLength(2);
  clock.advance(1);
  expect(shown).toEqual(['a', 'bcd', 'e']);
  expect(counts).toEqual([1, 3, 1]);
});

test('CHAT-06 a page that is not shown, and draws nothing, keeps up all the same, and one whose clock is wrong', () => {
  const { clock, shown, say } = start();
  say('a');
  say('b');
  clock.advance(1_000);
  clock.advance(2_000);
  expect(shown).toEqual(['a', 'b']);
  say('c');
  clock.set(0);
  clock.advance(10_000);
  expect(shown.join('')).toBe('abc');
  say('d');
  clock.set('2036-01-01T00:00:00.000Z');
  say('e');
  clock.advance(10_000);
  expect(shown.join('')).toBe('abcde');
});

test('LIVE-05 a rest is no longer than it may be, however long a change took to draw', () => {
  const { clock, shown, say, draw } = start({ restMaxMs: 1_000 });
  say('a');
  say('b');
  draw(900);
  clock.advance(999);
  expect(shown).toEqual(['a']);
  clock.advance(1);
  expect(shown).toEqual(['a', 'b']);
});
