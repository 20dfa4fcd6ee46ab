import { MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import { JobLaterError } from '#server/jobs/job.ts';
import { dropOldest } from '#server/lib/drop-oldest.ts';

const QUICK_WITHIN_MS = 5 * SECOND_MS;
const NOT_QUICK_FOR_MS = 10 * MINUTE_MS;
const DOMAINS_MAX = 10_000;
/** Domains that are not quick and are sent mails of a kind at once, one mail each. The other places of the kind are for those that are. */
const OTHERS_AT_ONCE = 2;
/** Postponed mails are tried one after the other, so that thousands of them do not come back together. */
const AGAIN_EVERY_MS = 100;
const AGAIN_MAX_MS = MINUTE_MS;

/** While it accepts a mail, the relay may wait for the mail server of its recipient, whose answer may take long. Such mails must not
 * keep those of others waiting: domains to which a mail went quickly have all places of a kind, and all others, slow or unknown, share
 * some of them. */
export type QuickDomains = {
  /** `kind`: of the jobs that share places. @throws JobLaterError while the places of other domains are taken */
  send<T>(mail: { to: string; kind: string }, work: () => Promise<T>): Promise<T>;
};

type OtherMails = { sendingTo: string[]; againMs: number };

export function createQuickDomains(clock: Clock): QuickDomains {
  /** By domain: from when on it is quick. */
  const quickFromMs = new Map<string, number>();
  const othersOf = new Map<string, OtherMails>();

  const isQuick = (domain: string) => (quickFromMs.get(domain) ?? Infinity) <= clock.now();
  const setQuick = (domain: string, fromMs: number) => {
    quickFromMs.delete(domain);
    quickFromMs.set(domain, fromMs);
    dropOldest(quickFromMs, DOMAINS_MAX);
  };
  const othersNamed = (kind: string): OtherMails => {
    const known = othersOf.get(kind) ?? { sendingTo: [], againMs: 0 };
    othersOf.set(kind, known);
    return known;
  };
  const postpone = (others: OtherMails): JobLaterError => {
    const nowMs = clock.now();
    others.againMs = Math.min(Math.max(others.againMs, nowMs) + AGAIN_EVERY_MS, nowMs + AGAIN_MAX_MS);
    return new JobLaterError('Mails to other domains that are not quick are being sent', others.againMs);
  };

  return {
    async send({ to, kind }, work) {
      const domain = to.slice(to.lastIndexOf('@') + 1).toLowerCase();
      const others = isQuick(domain) ? null : othersNamed(kind);
      // Nobody has to be protected while no domain is quick.
      if (others !== null && quickFromMs.size > 0) {
        const { sendingTo } = others;
        if (sendingTo.length >= OTHERS_AT_ONCE || sendingTo.includes(domain)) throw postpone(others);
      }
      others?.sendingTo.push(domain);
      const cancel = clock.after(QUICK_WITHIN_MS, () => {
        if (quickFromMs.has(domain)) setQuick(domain, clock.now() + NOT_QUICK_FOR_MS);
      });
      const startedMs = clock.now();
      try {
        const result = await work();
        const wasQuick = clock.now() - startedMs < QUICK_WITHIN_MS;
        if (wasQuick && !quickFromMs.has(domain)) setQuick(domain, startedMs);
        return result;
      } finally {
        cancel();
        others?.sendingTo.splice(others.sendingTo.indexOf(domain), 1);
      }
    },
  };
}
