import { MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import { JobLaterError } from '#server/jobs/job.ts';
import { dropOldest } from '#server/lib/drop-oldest.ts';

/** A mail that takes longer makes the domain of its recipient a slow one. */
const SLOW_AFTER_MS = 5 * SECOND_MS;
const SLOW_FOR_MS = 10 * MINUTE_MS;
const AGAIN_MS = 10 * SECOND_MS;
/** Slow domains that one kind of mails is sent to at once, one mail each. The other places of the kind are for the rest. */
const AT_ONCE = 2;
const DOMAINS_MAX = 10_000;

/** Some mail servers ask that of the recipient before they accept a mail: whoever has one that answers slowly must not keep the mails of
 * others waiting. */
export type SlowDomains = {
  /** `kind`: of the jobs that share places. @throws JobLaterError while a slow domain has as many mails in flight as it may */
  send<T>(mail: { to: string; kind: string }, work: () => Promise<T>): Promise<T>;
};

export function createSlowDomains(clock: Clock): SlowDomains {
  const slowUntilMs = new Map<string, number>();
  const inFlight = new Map<string, Set<string>>();

  return {
    async send({ to, kind }, work) {
      const domain = to.slice(to.lastIndexOf('@') + 1).toLowerCase();
      const slow = inFlight.get(kind) ?? new Set<string>();
      const isSlow = (slowUntilMs.get(domain) ?? 0) > clock.now();
      if (isSlow) {
        if (slow.has(domain) || slow.size >= AT_ONCE)
          throw new JobLaterError('The mail server of the recipient is slow', clock.now() + AGAIN_MS);
        inFlight.set(kind, slow.add(domain));
      }
      const cancel = clock.after(SLOW_AFTER_MS, () => {
        slowUntilMs.delete(domain);
        slowUntilMs.set(domain, clock.now() + SLOW_FOR_MS);
        dropOldest(slowUntilMs, DOMAINS_MAX);
      });
      const startedMs = clock.now();
      try {
        const result = await work();
        // One hiccup of the relay must not slow a large domain down for long.
        if (clock.now() - startedMs < SLOW_AFTER_MS) slowUntilMs.delete(domain);
        return result;
      } finally {
        cancel();
        if (isSlow) slow.delete(domain);
      }
    },
  };
}
