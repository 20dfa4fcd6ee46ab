import { expect, test } from 'vitest';
import { TwoOrders } from './two-orders.ts';

const ADDRESSES = 36;
/** One turn for each address, in both orders. */
const SHARE_OF_ADDRESS = 2 * (ADDRESSES + 1);

type Asker = { key: string; group: string };

/** How many turns of others somebody waits at most who asks once in `every` turns, while `peopleAt` an address ask without end. */
function longestWait(
  asker: Asker,
  { peopleAt, every }: { peopleAt: (nth: number) => number; every: number },
) {
  const queue = new TwoOrders<Asker>();
  const ask = (who: Asker) => queue.add({ ...who, item: { ...who } });
  for (let nth = 0; nth < ADDRESSES; nth += 1) {
    for (let person = 0; person < peopleAt(nth); person += 1)
      ask({ key: `${nth} ${person}`, group: `${nth}` });
  }
  let askedAt: number | null = null;
  let longest = 0;
  for (let turn = 0; turn < 40 * every; turn += 1) {
    if (turn % every === every - 1 && askedAt === null) {
      ask(asker);
      askedAt = turn;
    }
    const next = queue.takeNext();
    if (next?.key !== asker.key) ask(next!);
    else {
      longest = Math.max(longest, turn - askedAt!);
      askedAt = null;
    }
  }
  return longest;
}

test.each([
  ['one person an address', () => 1],
  ['one to eight people an address', (nth: number) => 1 + (nth % 8)],
  ['thirty people at one of the addresses', (nth: number) => (nth === 0 ? 30 : 4)],
] as const)(
  'LIVE-10 an address within its share is next but one at most, in a flood of %s',
  (_, peopleAt) => {
    const elsewhere = { key: 'anna', group: 'home' };
    expect(longestWait(elsewhere, { peopleAt, every: SHARE_OF_ADDRESS })).toBeLessThanOrEqual(1);
  },
);

test('LIVE-10 a person within the share is next but one at most, at an address where others flood', () => {
  const peopleAt = (nth: number) => (nth === 0 ? 30 : 1 + (nth % 8));
  const people = Array.from({ length: ADDRESSES }, (_, nth) => peopleAt(nth)).reduce(
    (sum, count) => sum + count,
  );
  const amongThem = { key: 'anna', group: '0' };
  expect(longestWait(amongThem, { peopleAt, every: 2 * (people + 1) })).toBeLessThanOrEqual(1);
});
