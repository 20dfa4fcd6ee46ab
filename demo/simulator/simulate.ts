import { eventRoutes } from '@hereabouts/contract/events';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { sharingRoutes } from '@hereabouts/contract/sharing';
import type { Clock } from '@hereabouts/server/clock';
import { RefusedError, signIn, type Account, type Credentials } from './account.ts';
import { startDevice, type Device } from './device.ts';
import type { ServerAddress } from './server-address.ts';
import { createWalk, type Random } from './walk.ts';

/** People spread over about as much as a square or a beach. */
const VENUE_RADIUS_M = 90;

export type Simulation = {
  /** Addresses of those who walk. */
  readonly walkers: readonly string[];
  readonly devices: readonly Device[];
  /** Resolves when the event has ended for everybody who walks. */
  readonly ended: Promise<void>;
  /** Stops walking; positions are taken away with the consents. */
  stop(): Promise<void>;
};

export type SimulationOptions = {
  server: ServerAddress;
  eventId: number;
  /** Who may walk, tried in this order until there are enough; who cannot is passed over. */
  candidates: readonly Credentials[];
  people: number;
  clock: Clock;
  random: Random;
};

/** Lets people who exist walk about at an event that runs and share where they are, over the same wire as everybody: they
 * sign in, answer an invitation that waits, switch sharing on and send positions.
 * @throws Error when the event does not run or the server cannot be reached */
export async function simulate(options: SimulationOptions): Promise<Simulation> {
  const { server, eventId, candidates, people, clock, random } = options;
  const walking: { account: Account; device: Device; ended: Promise<void> }[] = [];
  for (const credentials of candidates) {
    if (walking.length >= people) break;
    const arrived = await arrive(server, eventId, credentials, clock);
    if (arrived === null) continue;
    const { account, centre } = arrived;
    const { promise, resolve } = Promise.withResolvers<void>();
    const walk = createWalk(centre, VENUE_RADIUS_M, random);
    const device = startDevice({ server, clock, ended: resolve }, account, { eventId, walk });
    walking.push({ account, device, ended: promise });
  }
  return {
    walkers: walking.map(({ account }) => account.email),
    devices: walking.map(({ device }) => device),
    ended: Promise.all(walking.map(({ ended }) => ended)).then(() => {}),
    async stop() {
      for (const { device } of walking) device.stop();
      const stops = walking.map(({ account }) =>
        account.call(sharingRoutes.stopSharing, { params: { eventId } }),
      );
      await Promise.allSettled(stops);
    },
  };
}

/** Null for who does not exist, is not asked to come or has declined. @throws Error when the event does not run or the server cannot be reached */
async function arrive(server: ServerAddress, eventId: number, credentials: Credentials, clock: Clock) {
  const params = { eventId };
  try {
    const account = await signIn(server, credentials, clock);
    const event = await account.call(eventRoutes.getEvent, { params });
    if (event.my_status === 'pending' && event.permissions.respond) {
      await account.call(inviteRoutes.respondToInvite, { params, body: { status: 'accepted' } });
    }
    await account.call(sharingRoutes.startSharing, { params });
    const centre = { latitude: event.location_latitude, longitude: event.location_longitude };
    return { account, centre };
  } catch (error) {
    if (error instanceof RefusedError && error.status === 409) {
      throw new Error('The event does not run now', { cause: error });
    }
    if (error instanceof RefusedError && error.status < 500) return null;
    throw error;
  }
}
