import { createHmac, createSecretKey } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { HOUR_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import { ageMs, type Clock } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import { isUnavailable } from '#server/db/errors.ts';
import { counter, createMetrics, type Metrics } from '#server/metrics.ts';
import { startInterval } from '#server/async/interval.ts';
import { dropOldest } from '#server/lib/drop-oldest.ts';
import { createRateLimit, type RateLimit } from './memory-limit.ts';
import type { Policy } from './policies.ts';
import {
  capKeys,
  chargeKeys,
  deleteFullKeys,
  refundKeys,
  type KeyCost,
  type KeyResult,
  type LimitTable,
} from './repo.ts';

/** `subject`: an address or id, of which only the HMAC is stored. */
export type Charge = { policy: Policy; subject: string; cost?: number };

export type Refusal = {
  policy: string;
  waitMs: number;
  /** Already logged. */
  repeated: boolean;
};

/** Shared by all processes. Never inside a transaction: a rollback would refund. */
export type SharedLimits = {
  /** All charges or none: null, or the refusal. */
  take(charges: readonly Charge[]): Promise<Refusal | null>;
  /** Never rejects: a failure is logged, because nobody's answer depends on it. */
  refund(charges: readonly Charge[]): Promise<void>;
  sweep(): Promise<void>;
  close(): Promise<void>;
};

type Cost = KeyCost & { policy: Policy; cost: number };
type Parts = {
  db: Database;
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'error'>;
  key: Buffer;
  metrics?: Metrics;
};

const SWEEP_EVERY_MS = HOUR_MS;
/** Clocks may differ by 40 s. What is further ahead was charged by a clock that was set back. */
const AHEAD_MAX_US = 10 * MINUTE_MS * 1_000;
const REFUSED_MAX = 50_000;

export function createSharedLimits(parts: Parts): SharedLimits {
  const { db, clock, log, metrics = createMetrics() } = parts;
  // Made once: with a buffer each HMAC takes six times as long.
  const secret = createSecretKey(parts.key);
  const refusals = counter(metrics, 'rate_limits_refused_total', 'Attempts refused', ['policy']);
  const nowUs = () => clock.now() * 1_000;
  const fallback = createFallbackLimits(clock);
  /** Recent refusals, repeated without asking the database, as in an attack. */
  const refused = new Map<string, { atMs: number; waitMs: number }>();

  const costOf = ({ policy, subject, cost = 1 }: Charge): Cost => ({
    policy,
    key: `${policy.name}:${createHmac('sha256', secret).update(`${policy.name} ${subject}`).digest('base64url')}`,
    cost,
    stepUs: Math.ceil((cost * policy.windowMs * 1_000) / policy.max),
    windowUs: policy.windowMs * 1_000,
  });

  const remember = (key: string, waitMs: number) => {
    refused.delete(key);
    refused.set(key, { atMs: clock.now(), waitMs });
    dropOldest(refused, REFUSED_MAX);
  };

  const refusedFromMemory = (costs: readonly Cost[]): Refusal | null => {
    for (const { key, policy } of costs) {
      const known = refused.get(key);
      if (known === undefined) continue;
      const waitMs = known.waitMs - ageMs(clock.now(), known.atMs);
      if (waitMs > 0) return { policy: policy.name, waitMs, repeated: true };
      refused.delete(key);
    }
    return null;
  };

  /** Partial charges are refunded. */
  const chargeOnce = async (table: LimitTable, costs: readonly Cost[]): Promise<KeyResult[]> => {
    const ask = () => chargeKeys(db, table, { costs, nowUs: nowUs() });
    let results = await ask();
    const ahead = costs.filter(({ key, stepUs }) =>
      results.some((result) => result.key === key && (result.waitUs ?? 0) > stepUs + AHEAD_MAX_US),
    );
    if (ahead.length > 0) {
      await capKeys(db, table, { costs: ahead, nowUs: nowUs(), aheadUs: AHEAD_MAX_US });
      results = await ask();
    }
    const charged = new Set(results.flatMap(({ key, waitUs }) => (waitUs === null ? [key] : [])));
    if (charged.size < costs.length) {
      await giveBack(
        table,
        costs.filter(({ key }) => charged.has(key)),
      );
    }
    return results;
  };

  const takeFrom = async (table: LimitTable, costs: readonly Cost[]): Promise<Refusal | null> => {
    if (costs.length === 0) return null;
    const first = await chargeOnce(table, costs);
    // A concurrent statement was faster: only a retry tells the wait.
    const results =
      first.length < costs.length && isUnrefused(first) ? await chargeOnce(table, costs) : first;
    if (results.length === costs.length && isUnrefused(results)) return null;
    let longest: Refusal | null = null;
    for (const { key, policy, stepUs } of costs) {
      const result = results.find((found) => found.key === key);
      if (result?.waitUs === null || (result === undefined && !isUnrefused(results))) continue;
      const waitMs = Math.ceil((result?.waitUs ?? stepUs) / 1_000);
      remember(key, waitMs);
      if (longest === null || waitMs > longest.waitMs) {
        longest = { policy: policy.name, waitMs, repeated: false };
      }
    }
    return longest;
  };

  const giveBack = async (table: LimitTable, costs: readonly Cost[]) => {
    if (costs.length > 0) await refundKeys(db, table, costs);
  };

  const stopSweep = startInterval(
    { clock, log },
    { everyMs: SWEEP_EVERY_MS, failure: 'sweeping rate limits failed', work: () => sweep() },
  );
  const sweep = async () => await deleteFullKeys(db, nowUs());

  const take = async (costs: readonly Cost[]): Promise<Refusal | null> => {
    const known = refusedFromMemory(costs);
    if (known) return known;
    try {
      const [short, kept] = split(costs);
      const refusal = await takeFrom('rate_limits', short);
      if (refusal) return refusal;
      const keptRefusal = await takeFrom('rate_limits_kept', kept);
      if (keptRefusal) await giveBack('rate_limits', short);
      return keptRefusal;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      return fallback.take(costs);
    }
  };

  return {
    async take(charges) {
      const refusal = await take(charges.map(costOf));
      if (refusal !== null) refusals.inc({ policy: refusal.policy });
      return refusal;
    },
    async refund(charges) {
      const costs = charges.map(costOf);
      for (const { key } of costs) refused.delete(key);
      try {
        const [short, kept] = split(costs);
        await giveBack('rate_limits', short);
        await giveBack('rate_limits_kept', kept);
      } catch (error) {
        if (isUnavailable(error)) fallback.refund(costs);
        else log.error({ err: error }, 'attempts could not be given back');
      }
    },
    sweep,
    close: stopSweep,
  };
}

const isUnrefused = (results: readonly KeyResult[]) => results.every(({ waitUs }) => waitUs === null);

const split = (costs: readonly Cost[]) =>
  [costs.filter(({ policy }) => !policy.kept), costs.filter(({ policy }) => policy.kept)] as const;

/** Per process, while the database is unavailable. */
function createFallbackLimits(clock: Clock) {
  const limits = new Map<string, RateLimit>();
  const limitOf = ({ name, max, windowMs }: Policy): RateLimit => {
    const known = limits.get(name) ?? createRateLimit({ max, windowMs }, clock);
    limits.set(name, known);
    return known;
  };
  const refund = (costs: readonly Cost[]) => {
    for (const { key, policy, cost } of costs) limitOf(policy).refund(key, cost);
  };
  return {
    refund,
    take(costs: readonly Cost[]): Refusal | null {
      for (const [index, { key, policy, cost }] of costs.entries()) {
        const waitMs = limitOf(policy).take(key, cost);
        if (waitMs === 0) continue;
        refund(costs.slice(0, index));
        return { policy: policy.name, waitMs, repeated: false };
      }
      return null;
    },
  };
}
