import type { FastifyInstance } from 'fastify';
import { runFor } from '#server/async/requester.ts';
import { TwoOrders } from '#server/async/two-orders.ts';
import { unavailable } from '#server/http/errors.ts';
import { mayBeRevocation } from './request-limits.ts';

/** Time for beginning requests in one go. */
const BEGIN_MS = 2;
/** A pause lasts this many times as long as beginning the requests before it. */
const PAUSE_FACTOR = 2;
/** Of the database; with more, requests wait for their turn. */
const LAG_MAX_MS = 100;
const BEGUN_AT_ONCE_MAX = 16;
/** Each takes some 10 kB, and its body, which `limitRequestMemory` counts. */
export const REQUESTS_WAITING_MAX = 10_000;

/* oxlint-disable hereabouts/injected-clock -- time of the event loop, whatever the time */
const now = () => performance.now();
const soon = (work: () => void) => void setImmediate(work);
const after = (ms: number, work: () => void) => void setTimeout(work, ms);
/* oxlint-enable hereabouts/injected-clock */

type Waiting = { begin: () => void; refuse: () => void };

type Parts = {
  databaseLagMs: () => number;
  waitingMax: number;
};

/** While the database lags, requests are begun for a third of the event loop's time at most, in two orders: by network address and
 * by person. Otherwise thousands of requests a second, each refused at once, would delay the database's answers and everybody who
 * waits for a connection. Call it before whatever refuses requests, and after `rememberRequesters`. */
export function shareEventLoop(app: FastifyInstance, { databaseLagMs, waitingMax }: Parts): void {
  const createQueue = () => new TwoOrders<Waiting>();
  /** The two queues take turns. Revocations are not refused, however many requests wait. */
  const [revocations, others] = [createQueue(), createQueue()];
  let wasRevocation = false;
  let resumesAtMs = -Infinity;
  let spentMs = 0;
  let begunAtMs: number | null = null;
  let isScheduled = false;

  const hasWaiting = () => revocations.size + others.size > 0;
  const takeNext = (): Waiting | null => {
    for (const queue of wasRevocation ? [others, revocations] : [revocations, others]) {
      const next = queue.takeNext();
      if (next === null) continue;
      wasRevocation = queue === revocations;
      return next;
    }
    return null;
  };

  const countSpent = () => {
    if (begunAtMs !== null) spentMs += now() - begunAtMs;
    begunAtMs = null;
  };
  /** Each in a `setImmediate` of its own: the next runs once everything of this request that need not wait has run. */
  const beginNext = () => {
    countSpent();
    const next = spentMs < BEGIN_MS ? takeNext() : null;
    if (next === null) return;
    begunAtMs = now();
    next.begin();
  };
  const beginSome = () => {
    spentMs = 0;
    for (let left = BEGUN_AT_ONCE_MAX; left > 0; left -= 1) soon(beginNext);
    soon(() => {
      countSpent();
      resumesAtMs = now() + spentMs * PAUSE_FACTOR;
      isScheduled = false;
      if (hasWaiting()) schedule();
      else for (const queue of [revocations, others]) queue.forgetTurns();
    });
  };
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    after(Math.max(0, resumesAtMs - now()), beginSome);
  };

  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.isNeverOverloaded === true) return done();
    if (!hasWaiting() && databaseLagMs() < LAG_MAX_MS) return done();
    const { key, address: group } = request.requester;
    const queue = mayBeRevocation(request) ? revocations : others;
    if (queue === others && queue.size >= waitingMax) {
      const dropped = queue.dropFor(key, group);
      if (dropped === null) return done(unavailable());
      dropped.refuse();
    }
    const goOn = (error?: Error) => runFor(request.requester, () => done(error));
    queue.add({ key, group, item: { begin: () => goOn(), refuse: () => goOn(unavailable()) } });
    schedule();
  });
}
