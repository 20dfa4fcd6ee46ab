import type { EventInput } from '@hereabouts/contract/events';
import type { RsvpAnswer } from '@hereabouts/contract/invite-status';
import { inviteRoutes } from '@hereabouts/contract/invites';
import type { Position } from '@hereabouts/contract/live';
import { sharingRoutes } from '@hereabouts/contract/sharing';
import type { TestApp, TestPerson } from './app.ts';
import { befriend, createEvent, hoursFromNow } from './builders.ts';
import { lookOn, somewhere, tick, type Onlooker } from './live.ts';

/** An event that began an hour ago and runs for six minutes more, its creator and a friend of theirs who is going. */
export type LiveScene = {
  readonly host: TestPerson;
  readonly friend: TestPerson;
  readonly friendshipId: string;
  readonly eventId: number;
  answer(person: TestPerson, status: RsvpAnswer): Promise<unknown>;
  share(person: TestPerson): Promise<{ is_this_device: boolean }>;
  look(person: TestPerson, joinPayload?: object): Promise<Onlooker>;
  /** Lets one person send a position and a tick pass; answers with the reply. */
  send(from: Onlooker, to: Onlooker[], position?: Position): Promise<Record<string, unknown>>;
  /** Closes every socket. */
  close(): void;
};

export const SCENE_LEFT_MS = 6 * 60_000;

/** Times of an event that runs now, as the scene's does when it is arranged. */
export const running = ({ clock }: Pick<TestApp, 'clock'>, changes: Partial<EventInput> = {}) => ({
  start_time: hoursFromNow(clock, -1),
  end_time: new Date(clock.now() + SCENE_LEFT_MS).toISOString(),
  ...changes,
});

export async function arrangeScene(app: TestApp, changes: Partial<EventInput> = {}): Promise<LiveScene> {
  const [host, friend] = [await app.signUp(), await app.signUp()];
  const friendshipId = await befriend(host, friend);
  const eventId = await createEvent(app, host, { ...running(app), invitee_ids: [friend.id], ...changes });
  const params = { eventId };
  const onlookers: Onlooker[] = [];
  const answer = (person: TestPerson, status: RsvpAnswer) =>
    person.ok(inviteRoutes.respondToInvite, { params, body: { status } });
  await answer(friend, 'accepted');
  return {
    host,
    friend,
    friendshipId,
    eventId,
    answer,
    share: (person) => person.ok(sharingRoutes.startSharing, { params }),
    async look(person, joinPayload) {
      const onlooker = await lookOn(app, person, eventId, joinPayload);
      onlookers.push(onlooker);
      return onlooker;
    },
    async send(from, to, position = somewhere) {
      const reply = await from.push('position', position);
      await tick(app, from, ...to);
      return reply;
    },
    close() {
      for (const onlooker of onlookers) onlooker.disconnect();
    },
  };
}
