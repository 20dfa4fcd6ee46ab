import { STILL_HERE, type Position } from '@hereabouts/contract/live';
import { sharingRoutes } from '@hereabouts/contract/sharing';
import { liveTopic, REALTIME_PATH, REALTIME_VERSION } from '@hereabouts/contract/realtime';
import { Socket } from 'phoenix';
import { test as journey } from './fixtures.ts';
import { befriend, newPerson, newRunningEvent, type Person } from './person.ts';
import { HERE, type Point } from './places.ts';
import type { Product } from './product.ts';

export const TOME = 'Tomé de Sousa';

/** An event that runs here, with its host and a friend who is going. */
export async function startParty(product: Pick<Product, 'url'>, names: { host: string; friend: string }) {
  const host = await newPerson(product, names.host);
  const friend = await newPerson(product, names.friend);
  await befriend(host, friend);
  const eventId = await newRunningEvent(host, [friend], {
    location_name: 'Liberation Square',
    location_latitude: HERE.latitude,
    location_longitude: HERE.longitude,
  });
  return { host, friend, eventId };
}

/** Marie is the host of a running event, and Tomé's phone shares where it is told to be: for one test. */
export const test = journey.extend('meeting', async ({ product }, { onCleanup }) => {
  const { host, friend, eventId } = await startParty(product, { host: 'Marie Le Brocq', friend: TOME });
  const tome = await sharing(product, friend, eventId);
  onCleanup(() => tome.stop());
  return { host, tome, eventId };
});

/** A person whose device shares where it is told to be. */
export type Sharer = {
  readonly id: string;
  at(point: Point, fix?: { accuracyM?: number; ageMs?: number }): Promise<void>;
  /** Stops sharing and hangs up. */
  stop(): Promise<void>;
};

export async function sharing(
  { url }: Pick<Product, 'url'>,
  person: Person,
  eventId: number,
): Promise<Sharer> {
  const params = { eventId };
  await person.ok(sharingRoutes.startSharing, { params });
  const { access_token } = JSON.parse(person.session) as { access_token: string };
  const socket = new Socket(url.replace('http', 'ws') + REALTIME_PATH, {
    transport: WebSocket,
    authToken: access_token,
    params: { version: REALTIME_VERSION },
  });
  socket.connect();
  const channel = socket.channel(liveTopic(eventId), { is_watching: false });
  await new Promise((resolve, reject) => channel.join().receive('ok', resolve).receive('error', reject));
  return {
    id: person.id,
    async at(point, { accuracyM = 8, ageMs = 0 } = {}) {
      const position: Position = { ...point, accuracy: accuracyM, age_ms: ageMs };
      const push = (event: string, payload: object) =>
        new Promise((resolve, reject) =>
          channel.push(event, payload).receive('ok', resolve).receive('error', reject),
        );
      await push('position', position);
      // As the page does: an old fix alone is no contact of now.
      if (ageMs > 0) await push(STILL_HERE, {});
    },
    async stop() {
      await person.ok(sharingRoutes.stopSharing, { params });
      socket.disconnect();
    },
  };
}
