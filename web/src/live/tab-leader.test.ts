import { expect, test, vi } from 'vitest';
import { leadAmongTabs } from './tab-leader.ts';

/** A tab that can be shown, hidden and left, with Node's own Web Locks. */
function openTab(name: string, shown = true) {
  let isShown = shown;
  let changed = () => {};
  const turns: boolean[] = [];
  const leave = leadAmongTabs(name, (isLeader) => turns.push(isLeader), {
    locks: navigator.locks,
    isShown: () => isShown,
    watchShown(onChange) {
      changed = onChange;
      return () => {
        changed = () => {};
      };
    },
  });
  return {
    turns,
    leave,
    show(to: boolean) {
      isShown = to;
      changed();
    },
  };
}

const has = (tab: { turns: boolean[] }) => tab.turns.at(-1) ?? false;
const settles = (check: () => void) => vi.waitFor(check, { timeout: 15_000, interval: 5 });

test('LIVE-07 of several tabs only the one shown last sends', async () => {
  const first = openTab('last');
  await settles(() => expect(has(first)).toBe(true));
  const second = openTab('last');
  await settles(() => expect([has(first), has(second)]).toEqual([false, true]));
  first.show(false);
  first.show(true);
  await settles(() => expect([has(first), has(second)]).toEqual([true, false]));
  first.leave();
  await settles(() => expect(has(second)).toBe(true));
  second.leave();
});

test('LIVE-07 a hidden tab waits for its turn, and has it when the others are gone', async () => {
  const shown = openTab('hidden');
  await settles(() => expect(has(shown)).toBe(true));
  const hidden = openTab('hidden', false);
  const gone = openTab('hidden', false);
  gone.leave();
  shown.leave();
  await settles(() => expect(has(hidden)).toBe(true));
  expect(gone.turns).toEqual([]);
  // Nothing is left held.
  hidden.leave();
  const next = openTab('hidden', false);
  await settles(() => expect(has(next)).toBe(true));
  next.leave();
});

test('LIVE-07 a browser that refuses locks sends all the same', async () => {
  const turns: boolean[] = [];
  const refused = { request: () => Promise.reject(new DOMException('', 'SecurityError')) };
  leadAmongTabs('refused', (isLeader) => turns.push(isLeader), {
    locks: refused as unknown as LockManager,
    isShown: () => true,
    watchShown: () => () => {},
  });
  await settles(() => expect(turns).toEqual([true]));
});

test('LIVE-07 without Web Locks every tab sends', () => {
  const turns: boolean[] = [];
  leadAmongTabs('none', (isLeader) => turns.push(isLeader), {
    locks: null,
    isShown: () => true,
    watchShown: () => () => {},
  });
  expect(turns).toEqual([true]);
});
