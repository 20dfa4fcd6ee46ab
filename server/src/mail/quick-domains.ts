import { MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import { JobLaterError } from '#server/jobs/job.ts';
import { dropOldest } from '#server/lib/drop-oldest.ts';
import type { Asked } from '#server/jobs/turns.ts';

const QUICK_WITHIN_MS = 5 * SECOND_MS;
/** After a slow mail, for this long no mail makes its owner quick again. */
const NOT_QUICK_FOR_MS = 2 * MINUTE_MS;
const NAMES_MAX = 10_000;
/** Mails in flight per kind to domains that are not quick: those without an asker together, and those of each asker. */
const OTHERS_AT_ONCE = 2;
const OTHERS_EACH = 1;
/** Postponed mails to an owner come back one after the other, and each owner has the same chance of the next slot. */
const AGAIN_EVERY_MS = 250;
/** While `othersMax` mails are being sent. */
const AGAIN_FULL_MS = SECOND_MS;
const AGAIN_MAX_MS = MINUTE_MS;
/** As in co.uk. */
const REGISTRY_LABELS = new Set('ac co com edu gov ltd me net nhs or org plc sch'.split(' '));

/** A slow recipient server holds up the relay. Owners of domains that took a mail quickly are not limited here. Every other owner
 * gets one mail at a time; of these, each asker (`Asked`) has one in flight, and mails without an asker two. Counted per
 * registered domain, as anybody can create subdomains. */
export type QuickDomains = {
  /** `kind`: of jobs that share slots. @throws JobLaterError while the slots are taken */
  send<T>(mail: { to: string; kind: string } & Asked, work: () => Promise<T>): Promise<T>;
};

/** Per kind: owners that are being mailed, and when each is tried again. */
type OtherMails = {
  sending: Set<{ owner: string; askedBy: string | undefined }>;
  againMs: Map<string, number>;
};

/** @param othersMax connections to the mail server for mails to domains that are not quick, of all kinds together */
export function createQuickDomains(clock: Clock, othersMax: () => number = () => Infinity): QuickDomains {
  /** Owners, those mailed last at the end. */
  const quick = new Set<string>();
  /** When a quick mail to the owner counts again. */
  const slowUntilMs = new Map<string, number>();
  const othersOf = new Map<string, OtherMails>();
  let othersSending = 0;

  const noteSlow = (owner: string) => {
    quick.delete(owner);
    slowUntilMs.delete(owner);
    slowUntilMs.set(owner, clock.now() + NOT_QUICK_FOR_MS);
    dropOldest(slowUntilMs, NAMES_MAX);
  };
  const noteQuick = (owner: string) => {
    if (clock.now() < (slowUntilMs.get(owner) ?? 0)) return;
    slowUntilMs.delete(owner);
    quick.delete(owner);
    quick.add(owner);
    dropOldest(quick, NAMES_MAX);
  };
  const othersNamed = (kind: string): OtherMails => {
    const known = othersOf.get(kind) ?? { sending: new Set(), againMs: new Map() };
    othersOf.set(kind, known);
    return known;
  };
  const postpone = ({ againMs }: OtherMails, owner: string, byMs: number): JobLaterError => {
    const nowMs = clock.now();
    const atMs = Math.min(Math.max(againMs.get(owner) ?? 0, nowMs) + byMs, nowMs + AGAIN_MAX_MS);
    againMs.delete(owner);
    againMs.set(owner, atMs);
    dropOldest(againMs, NAMES_MAX);
    return new JobLaterError('Other mails to domains that are not quick are being sent', atMs);
  };

  return {
    async send({ to, kind, asked_by: askedBy }, work) {
      const owner = ownerOf(to.slice(to.lastIndexOf('@') + 1).toLowerCase());
      const others = quick.has(owner) ? null : othersNamed(kind);
      const mail = { owner, askedBy };
      if (others !== null) {
        const sending = [...others.sending];
        const most = askedBy === undefined ? OTHERS_AT_ONCE : OTHERS_EACH;
        // While nobody is quick there is nobody to protect.
        const isFull = quick.size > 0 && sending.filter((one) => one.askedBy === askedBy).length >= most;
        if (isFull || sending.some((one) => one.owner === owner))
          throw postpone(others, owner, AGAIN_EVERY_MS);
        if (quick.size > 0 && othersSending >= othersMax()) throw postpone(others, owner, AGAIN_FULL_MS);
        others.sending.add(mail);
        othersSending += 1;
      }
      const cancel = clock.after(QUICK_WITHIN_MS, () => noteSlow(owner));
      const startedMs = clock.now();
      try {
        const result = await work();
        if (clock.now() - startedMs < QUICK_WITHIN_MS) noteQuick(owner);
        return result;
      } finally {
        cancel();
        if (others?.sending.delete(mail) === true) othersSending -= 1;
      }
    },
  };
}

/** The part of a domain that somebody has registered, judging by its labels. */
function ownerOf(domain: string): string {
  const labels = domain.split('.');
  const [registry = '', country = ''] = labels.slice(-2);
  const isOfRegistry = country.length === 2 && REGISTRY_LABELS.has(registry);
  return labels.slice(isOfRegistry ? -3 : -2).join('.');
}
