import { eventRoutes } from '@hereabouts/contract/events';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { sharingRoutes } from '@hereabouts/contract/sharing';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { test as journey } from './fixtures.ts';
import { befriend, newPerson, newRunningEvent, type Person } from './person.ts';
import type { Product } from './product.ts';

export const TOM_AT = { latitude: 49.2174, longitude: -2.2289, accuracy: 5 };
/** 120 m north-east of Tom. */
export const MARIE_AT = { latitude: 49.21823, longitude: -2.22785, accuracy: 10 };
/** 350 m south of Tom. */
export const MARIE_LATER = { latitude: 49.21425, longitude: -2.2289, accuracy: 10 };

/** Tom's event, which runs. Marie and Zoe are his friends and take part; they do not know each other. */
export type Party = {
  tom: Person;
  marie: Person;
  zoe: Person;
  eventId: number;
  /** Of Tom and Marie. */
  friendshipId: string;
  /** Address of the live page. */
  live: string;
  going(person: Person): Promise<unknown>;
  startSharing(person: Person): Promise<unknown>;
  uninvite(person: Person): Promise<void>;
};

export const mayLocate = (at: typeof TOM_AT): BrowserContextOptions => ({
  permissions: ['geolocation'],
  geolocation: at,
});

/** Keeps the browser's question open until what this returns is called. */
export async function holdLocation(page: Page, at: typeof TOM_AT): Promise<() => Promise<void>> {
  await page.addInitScript((answer) => {
    navigator.geolocation.watchPosition = (found) => {
      const coords = { ...answer, altitude: null, altitudeAccuracy: null, heading: null, speed: null };
      addEventListener('answered', () => found({ coords, timestamp: Date.now() } as GeolocationPosition));
      return 1;
    };
  }, at);
  return () => page.evaluate(() => void dispatchEvent(new Event('answered')));
}

async function newParty(product: Pick<Product, 'url'>): Promise<Party> {
  const tom = await newPerson(product, 'Tom Renouf');
  const marie = await newPerson(product, 'Marie Le Brocq');
  const zoe = await newPerson(product, 'Zoe Vibert');
  const friendshipId = await befriend(tom, marie);
  await befriend(tom, zoe);
  const eventId = await newRunningEvent(tom, [marie, zoe]);
  const params = { eventId };
  return {
    tom,
    marie,
    zoe,
    eventId,
    friendshipId,
    going: (person) => person.ok(inviteRoutes.respondToInvite, { params, body: { status: 'accepted' } }),
    live: `/event/${eventId}/live`,
    startSharing: (person) => person.ok(sharingRoutes.startSharing, { params }),
    async uninvite(person) {
      const event = await tom.ok(eventRoutes.getEvent, { params });
      const invitee_ids = event.invites.map(({ user }) => user.id).filter((id) => id !== person.id);
      const body = { ...event, invitee_ids, keep_answers: true };
      await tom.ok(eventRoutes.updateEvent, { params, body });
    },
  };
}

export const test = journey
  .extend('party', ({ product }) => newParty(product))
  .extend('tomAt', ({ visit, party }) => visit(party.tom, mayLocate(TOM_AT)))
  .extend('marieAt', ({ visit, party }) =>
    visit(party.marie, { ...mayLocate(MARIE_AT), viewport: { width: 390, height: 844 } }),
  )
  .extend('zoeAt', ({ visit, party }) => visit(party.zoe, mayLocate(TOM_AT)))
  /** Marie shares from her page, and Tom sees on his where she is. */
  .extend('isShared', async ({ party, tomAt, marieAt }) => {
    await Promise.all([tomAt, marieAt].map(({ page }) => page.goto(party.live)));
    await party.startSharing(party.marie);
    await isSeenLive(tomAt.page, party.marie).waitFor();
    await onMap(tomAt.page, party.marie).waitFor();
    await bar(marieAt.page).waitFor();
    return true;
  });

export const rowOf = (page: Page, { name }: Person) => page.getByRole('listitem').filter({ hasText: name });
export const onMap = (page: Page, { name }: Person) =>
  page.getByRole('region', { name: /^Live map of/ }).getByRole('button', { name: new RegExp(`^${name}, `) });
/** That one shares, as it stands on every page. */
export const bar = (page: Page) => page.getByRole('region', { name: 'Sharing where you are' });
export const isSeenLive = (page: Page, person: Person) =>
  rowOf(page, person).getByText('Live', { exact: true });
