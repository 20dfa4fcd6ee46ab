import { HOUR_MS } from '@hereabouts/contract/durations';
import { eventRoutes } from '@hereabouts/contract/events';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { inviteRoutes } from '@hereabouts/contract/invites';
import type { HttpLog } from './http-log.ts';
import { Page, START } from './page.ts';
import { Sharer } from './sharer.ts';
import { signUp, type User } from './user.ts';

const PAGES_EACH = 2;

/** Somebody with two open pages, which the load balancer gives to different processes. */
export type Member = { user: User; pages: Page[]; sharer: Sharer };

/** A running private event, and the people at it. */
export class Party {
  readonly url: string;
  readonly log: HttpLog;
  readonly host: User;
  readonly eventId: number;
  readonly #guestIds: string[] = [];

  private constructor(host: User, eventId: number) {
    this.url = host.url;
    this.log = host.log;
    this.host = host;
    this.eventId = eventId;
  }

  static async start(url: string, log: HttpLog): Promise<Party> {
    const host = await signUp(url, log, 'host');
    const { body } = await host.persist(eventRoutes.createEvent, { body: eventBody([]) });
    return new Party(host, body.id);
  }

  /** Comes as a guest, befriends these, and opens two pages. */
  async addGuest(name: string, friends: readonly User[] = []): Promise<Member> {
    const user = await signUp(this.url, this.log, name);
    const params = { eventId: this.eventId };
    const befriended = await Promise.all(
      [this.host, ...friends].map(async (friend) => [friend.id, await befriend(user, friend)] as const),
    );
    this.friendshipIds.set(user.id, new Map(befriended));
    await this.host.persist(inviteRoutes.inviteFriends, { params, body: { user_ids: [user.id] } });
    this.#guestIds.push(user.id);
    await user.persist(inviteRoutes.respondToInvite, { params, body: { status: 'accepted' } });
    return this.open(user);
  }

  /** By person and friend. */
  readonly friendshipIds = new Map<string, Map<string, string>>();

  open(user: User): Member {
    const pages = Array.from({ length: PAGES_EACH }, () => new Page(user, this.eventId));
    for (const page of pages) page.connect();
    return { user, pages, sharer: new Sharer(pages[0]!) };
  }

  async uninvite({ id }: User): Promise<number> {
    this.#guestIds.splice(this.#guestIds.indexOf(id), 1);
    const { ackedMs } = await this.host.persist(eventRoutes.updateEvent, {
      params: { eventId: this.eventId },
      body: { ...eventBody(this.#guestIds), keep_answers: true },
    });
    return ackedMs;
  }
}

async function befriend(one: User, other: User): Promise<string> {
  const { body } = await one.persist(friendshipRoutes.sendFriendRequest, {
    body: { addressee_id: other.id },
  });
  await other.persist(friendshipRoutes.acceptFriendRequest, { params: { friendshipId: body.id } });
  return body.id;
}

const startedAt = Date.now();

export const eventBody = (inviteeIds: readonly string[]) => ({
  title: 'Harbour swim',
  description: 'Bring a towel',
  image: null,
  location_name: 'Havre des Pas',
  location_address: 'St Helier',
  location_latitude: START.latitude,
  location_longitude: START.longitude,
  start_time: new Date(startedAt - HOUR_MS).toISOString(),
  end_time: new Date(startedAt + 5 * HOUR_MS).toISOString(),
  is_private: true,
  invitee_ids: [...inviteeIds],
});
