import { MINUTE_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import { addressKey } from '#server/rate-limits/address-key.ts';
import { rateLimited } from '#server/http/errors.ts';
import { createInTurn, type InTurn } from '#server/http/queues/in-turn.ts';
import { createRateLimit } from '#server/rate-limits/memory-limit.ts';

const WINDOW_MS = 10 * MINUTE_MS;
/** Five devices that look every five minutes need ten. */
const PER_FEED = 30;
/** Not counted against the address, whose limit a crowd behind it, such as a calendar service, could use up for others. */
const FREE_PER_FEED = 10;
const PER_ADDRESS = 300;

const LOOKS = { running: 2, runningPerKey: 1, perKey: 1_000, waiting: 5_000 };
const BUILDS = { running: 1, runningPerKey: 1, perKey: 4, waiting: 1_000 };

export type FeedLimits = {
  /** @throws HttpError `rate_limited` */
  countRequest(tokenHash: string, ip: string): void;
  /** By network address; with a cool-down. */
  looks: InTurn;
  /** By person, who may renew the feed's address; with a cool-down. */
  builds: InTurn;
};

export function createFeedLimits(clock: Clock): FeedLimits {
  const limit = (max: number) => createRateLimit({ max, windowMs: WINDOW_MS }, clock);
  const [ofFeed, free, ofAddress, ofPerson] = [
    limit(PER_FEED),
    limit(FREE_PER_FEED),
    limit(PER_ADDRESS),
    limit(PER_FEED),
  ];
  const refuseAfter = (waitMs: number) => {
    if (waitMs > 0) throw rateLimited(waitMs);
  };
  const builds = createInTurn(BUILDS, clock);
  return {
    countRequest(tokenHash, ip) {
      refuseAfter(ofFeed.take(tokenHash));
      if (free.take(tokenHash) > 0) refuseAfter(ofAddress.take(addressKey(ip)));
    },
    looks: createInTurn(LOOKS, clock),
    async builds(userId, work) {
      refuseAfter(ofPerson.take(userId));
      return await builds(userId, work);
    },
  };
}
