import { MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import { JobLaterError } from '#server/jobs/job.ts';
import { dropOldest } from '#server/lib/drop-oldest.ts';

const QUICK_WITHIN_MS = 5 * SECOND_MS;
const NOT_QUICK_FOR_MS = 2 * MINUTE_MS;
const NAMES_MAX = 10_000;
/** Mails of a kind to domains that are not quick, sent at once. The other places of the kind are for those that are. */
const OTHERS_AT_ONCE = 2;
/** Postponed mails to an owner are tried one after the other, so that thousands of them do not come back together, and each owner has
 * the same chance of the next place. */
const AGAIN_EVERY_MS = 250;
const AGAIN_MAX_MS = MINUTE_MS;
/** A label that is no longer belongs to the registry where it stands before a country's, as in co.uk. */
const REGISTRY_LABEL_MAX = 3;

/** While it accepts a mail, the relay may wait for the mail server of its recipient, whose answer may take long. Such mails must not
 * keep those of others waiting: owners of domains to whom a mail went quickly have all places of a kind. All others, slow or unknown,
 * share some of them, each with one mail at a time. By owner, because anybody can invent any number of subdomains. */
export type QuickDomains = {
  /** `kind`: of the jobs that share places. @throws JobLaterError while the places of other domains are taken */
  send<T>(mail: { to: string; kind: string }, work: () => Promise<T>): Promise<T>;
};

/** Of a kind: to which owners that are not quick a mail is being sent, and when the next one to each is tried again. */
type OtherMails = { sendingTo: string[]; againMs: Map<string, number> };

export function createQuickDomains(clock: Clock): QuickDomains {
  /** By owner: from when on they are quick. Those used last are remembered. */
  const quickFromMs = new Map<string, number>();
  const othersOf = new Map<string, OtherMails>();

  const isQuick = (owner: string) => (quickFromMs.get(owner) ?? Infinity) <= clock.now();
  const setQuick = (owner: string, fromMs: number) => {
    quickFromMs.delete(owner);
    quickFromMs.set(owner, fromMs);
    dropOldest(quickFromMs, NAMES_MAX);
  };
  const othersNamed = (kind: string): OtherMails => {
    const known = othersOf.get(kind) ?? { sendingTo: [], againMs: new Map() };
    othersOf.set(kind, known);
    return known;
  };
  const postpone = ({ againMs }: OtherMails, owner: string): JobLaterError => {
    const nowMs = clock.now();
    const atMs = Math.min(Math.max(againMs.get(owner) ?? 0, nowMs) + AGAIN_EVERY_MS, nowMs + AGAIN_MAX_MS);
    againMs.delete(owner);
    againMs.set(owner, atMs);
    dropOldest(againMs, NAMES_MAX);
    return new JobLaterError('Other mails to domains that are not quick are being sent', atMs);
  };

  return {
    async send({ to, kind }, work) {
      const owner = ownerOf(to.slice(to.lastIndexOf('@') + 1).toLowerCase());
      const others = isQuick(owner) ? null : othersNamed(kind);
      if (others !== null) {
        const { sendingTo } = others;
        // Before anybody was quick there is nobody to protect.
        const isFull = quickFromMs.size > 0 && sendingTo.length >= OTHERS_AT_ONCE;
        if (isFull || sendingTo.includes(owner)) throw postpone(others, owner);
        sendingTo.push(owner);
      }
      const cancel = clock.after(QUICK_WITHIN_MS, () => {
        if (quickFromMs.has(owner)) setQuick(owner, clock.now() + NOT_QUICK_FOR_MS);
      });
      const startedMs = clock.now();
      try {
        const result = await work();
        const wasQuick = clock.now() - startedMs < QUICK_WITHIN_MS;
        if (wasQuick) setQuick(owner, quickFromMs.get(owner) ?? startedMs);
        return result;
      } finally {
        cancel();
        others?.sendingTo.splice(others.sendingTo.indexOf(owner), 1);
      }
    },
  };
}

/** The part of a domain that somebody has registered, as its labels suggest. */
function ownerOf(domain: string): string {
  const labels = domain.split('.');
  const [registry = '', country = ''] = labels.slice(-2);
  const isOfRegistry = country.length === 2 && registry.length <= REGISTRY_LABEL_MAX;
  return labels.slice(isOfRegistry ? -3 : -2).join('.');
}
