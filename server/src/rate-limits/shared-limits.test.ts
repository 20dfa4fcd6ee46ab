import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '@hereabouts/testing/database';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import type { Database } from '#server/db/database.ts';
import { DatabaseUnavailableError } from '#server/db/errors.ts';
import type { Policy } from './policies.ts';
import { createSharedLimits, type Charge } from './shared-limits.ts';

const key = randomBytes(32);
const clock = createFakeClock();
let real: Database;
let statements = 0;
let isAway = false;
let isBroken = false;
let db: Database;
beforeAll(async () => {
  real = await createTestDatabase();
  db = {
    ...real,
    async query(statement, params) {
      if (isAway) throw new DatabaseUnavailableError('away');
      if (isBroken) throw new Error('broken');
      statements += 1;
      return await real.query(statement, params);
    },
  };
});
afterAll(() => real.close());

const open = () => createSharedLimits({ db, clock, log: pino({ level: 'silent' }), key });
let policies = 0;
const policy = (max: number, windowMs: number, kept?: true): Policy => {
  policies += 1;
  return { name: `test_${policies}`, max, windowMs, ...(kept && { kept }) };
};
const passed = async (limits: ReturnType<typeof open>, charges: Charge[], times: number) => {
  const answers = await Promise.all(Array.from({ length: times }, () => limits.take(charges)));
  return answers.filter((answer) => answer === null).length;
};

describe('shared limits', () => {
  test('AUTH-10 two processes count as one, however their requests meet', async () => {
    const charges = [{ policy: policy(10, 60_000), subject: 'ann' }];
    const [one, other] = [open(), open()];
    const [here, there] = await Promise.all([passed(one, charges, 50), passed(other, charges, 50)]);
    expect(here + there).toBe(10);
    clock.advance(6_000);
    expect((await passed(one, charges, 5)) + (await passed(other, charges, 5))).toBe(1);
  });

  test('AUTH-10 attempts are refilled steadily, and the wait says when the next one is there', async () => {
    const limits = open();
    const charges = [{ policy: policy(3, 60_000), subject: 'ben' }];
    expect(await passed(limits, charges, 4)).toBe(3);
    const refusal = await limits.take(charges);
    expect(refusal).toMatchObject({ waitMs: 20_000 });
    clock.advance(19_999);
    expect(await limits.take(charges)).toMatchObject({ waitMs: 1 });
    clock.advance(1);
    expect(await limits.take(charges)).toBeNull();
    clock.advance(3_600_000);
    expect(await passed(limits, charges, 5)).toBe(3);
  });

  test('AUTH-10 all keys are charged or none, and each has its own window', async () => {
    const limits = open();
    const narrow = { policy: policy(1, 60_000), subject: 'cat' };
    const wide = { policy: policy(2, 3_600_000, true), subject: 'cat' };
    expect(await limits.take([narrow, wide])).toBeNull();
    expect(await limits.take([narrow, wide])).toMatchObject({ policy: narrow.policy.name, waitMs: 60_000 });
    clock.advance(60_000);
    expect(await limits.take([narrow, wide])).toBeNull();
    clock.advance(60_000);
    expect(await limits.take([narrow, wide])).toMatchObject({ policy: wide.policy.name });
    // The narrow one was not charged by that.
    expect(await limits.take([narrow])).toBeNull();
  });

  test('AUTH-10 a refund gives the attempt back, never more than there were', async () => {
    const limits = open();
    const charges = [{ policy: policy(2, 60_000), subject: 'dan' }];
    await passed(limits, charges, 3);
    await limits.refund(charges);
    expect(await passed(limits, charges, 3)).toBe(1);
    clock.advance(3_600_000);
    await limits.refund(charges);
    expect(await passed(limits, charges, 5)).toBe(2);
  });

  test('AUTH-10 a charge can cost more than one, with and without the database (S37)', async () => {
    const limits = open();
    for (const away of [false, true]) {
      isAway = away;
      const charges = [{ policy: policy(10, 60_000), subject: 'fay', cost: 4 }];
      expect(await passed(limits, charges, 2)).toBe(2);
      expect(await limits.take(charges)).toMatchObject({ waitMs: 12_000 });
      await limits.refund(charges);
      expect(await passed(limits, charges, 2)).toBe(1);
      clock.advance(12_000);
      expect(await limits.take(charges)).toBeNull();
    }
    isAway = false;
  });

  test('AUTH-10 many at once with overlapping keys never deadlock', async () => {
    const limits = [open(), open()];
    const shared = policy(1_000, 60_000);
    const subjects = ['a', 'b', 'c', 'd'];
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, index) => {
        const order = index % 2 === 0 ? subjects : subjects.toReversed();
        return limits[index % 2]!.take(order.map((subject) => ({ policy: shared, subject })));
      }),
    );
    expect(answers.every((answer) => answer === null)).toBe(true);
  });

  test('AUTH-09 an attack on a refused key costs no statement until its wait is over', async () => {
    const limits = open();
    const charges = [{ policy: policy(1, 60_000), subject: 'eve' }];
    await passed(limits, charges, 1);
    expect(await limits.take(charges)).toMatchObject({ repeated: false });
    const before = statements;
    expect(await passed(limits, charges, 100)).toBe(0);
    expect(await limits.take(charges)).toMatchObject({ repeated: true });
    expect(statements).toBe(before);
    clock.advance(60_000);
    expect(await limits.take(charges)).toBeNull();
  });

  test('AUTH-09 while the database is away each process goes on counting by itself', async () => {
    const limits = open();
    const charges = [{ policy: policy(3, 60_000), subject: 'flo' }];
    isAway = true;
    try {
      expect(await passed(limits, charges, 10)).toBe(3);
      await limits.refund(charges);
      expect(await passed(limits, charges, 10)).toBe(1);
    } finally {
      isAway = false;
    }
    expect(await limits.take(charges)).toBeNull();
  });

  test('AUTH-10 a refund that fails is logged, and fails nothing else', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    const limits = createSharedLimits({ db, clock, log, key });
    const charges = [{ policy: policy(1, 60_000), subject: 'kim' }];
    expect(await limits.take(charges)).toBeNull();
    isBroken = true;
    try {
      await limits.refund(charges);
    } finally {
      isBroken = false;
    }
    expect(lines.join('')).toContain('attempts could not be given back');
    expect(await limits.take(charges)).toMatchObject({ waitMs: 60_000 });
  });

  test('AUTH-10 a clock that was ahead and is set back leaves no limit refused until it was', async () => {
    const [limits, other] = [open(), open()];
    for (const kept of [undefined, true] as const) {
      const charges = [{ policy: policy(3, 60_000, kept), subject: 'hal' }];
      expect(await passed(limits, charges, 5)).toBe(3);
      clock.advance(-24 * 3_600_000);
      for (const each of [limits, other]) expect(await each.take(charges)).toMatchObject({ waitMs: 20_000 });
      clock.advance(20_000);
      expect((await passed(limits, charges, 2)) + (await passed(other, charges, 2))).toBe(1);
    }
  });

  test('AUTH-10 a clock that is behind by less than clocks may differ hands out no attempt again', async () => {
    const [ahead, behind] = [open(), open()];
    const charges = [{ policy: policy(3, 60_000), subject: 'ivy' }];
    expect(await passed(ahead, charges, 5)).toBe(3);
    clock.advance(-40_000);
    expect(await behind.take(charges)).toMatchObject({ waitMs: 60_000 });
    clock.advance(40_000);
    expect(await ahead.take(charges)).toMatchObject({ waitMs: 20_000 });
  });

  test('AUTH-10 a sweep deletes rows that say nothing any more, and stored keys name nobody', async () => {
    const limits = open();
    const [short, kept] = [policy(1, 60_000), policy(1, 600_000, true)];
    await limits.take([
      { policy: short, subject: 'gus@example.org' },
      { policy: kept, subject: 'gus@example.org' },
    ]);
    const keys = () =>
      real.query<{ key: string }>(
        `select key from rate_limits where key like $1 union all select key from rate_limits_kept where key like $2`,
        [`${short.name}:%`, `${kept.name}:%`],
      );
    expect(await keys()).toHaveLength(2);
    expect(JSON.stringify(await keys())).not.toContain('gus');
    clock.advance(60_001);
    await limits.sweep();
    expect(await keys()).toHaveLength(1);
    clock.advance(600_001);
    await limits.sweep();
    expect(await keys()).toEqual([]);
  });

  test('AUTH-10 what must survive a crash of Postgres is logged, the rest is not', async () => {
    const rows = await real.query<{ name: string; kind: string }>(
      `select relname as name, relpersistence as kind from pg_class where relname in ('rate_limits', 'rate_limits_kept') order by 1`,
    );
    expect(rows).toEqual([
      { name: 'rate_limits', kind: 'u' },
      { name: 'rate_limits_kept', kind: 'p' },
    ]);
  });
});
