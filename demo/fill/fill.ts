import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MINUTE_MS, DAY_MS } from '@hereabouts/contract/durations';
import type { RsvpAnswer } from '@hereabouts/contract/invite-status';
import type { Context } from '@hereabouts/server/context';
import { cancelEvent, createEvent } from '@hereabouts/server/features/events/service';
import { acceptFriendRequest, sendFriendRequest } from '@hereabouts/server/features/friendships/service';
import { respondToInvite } from '@hereabouts/server/features/invites/service';
import { inspectPicture, storePicture } from '@hereabouts/server/features/uploads/service';
import { updateMe } from '@hereabouts/server/features/users/service';
import type { Viewer } from '@hereabouts/server/http/viewer';
import { type PlannedEvent, timesOf } from '#demo/events/event-plan.ts';
import { DEMO_EVENTS } from '#demo/events/events.ts';
import { guestsOf } from '#demo/people/guests.ts';
import { DEMO_PASSWORD, EMAIL_DOMAIN, MAIN_KEY, PEOPLE } from '#demo/people/people.ts';
import { between, type Random, randomFrom } from '#demo/pictures/shapes.ts';
import { PLACES } from '#demo/events/places.ts';
import { insertChat, layNotifications, setMemberSince } from './repo.ts';

/** Nothing comes over the network. */
const OWN_ADDRESS = '127.0.0.1';
/** Nobody leaves the bell alone for longer. */
const READ_AFTER_DAYS = 3;
/** One in so many keeps address and number for friends. */
const DISCREET_EVERY = 7;
const PICTURES_AT_ONCE = 2;

type Filling = {
  ctx: Context;
  nowMs: number;
  random: Random;
  /** Who somebody acts as, by key. */
  viewers: Map<string, Viewer>;
  pictures: string;
  /** Pairs that have a friendship row. */
  tied: Set<string>;
};

/** Fills an empty instance through the services people use, with a clock that is set to when each thing was done. */
export async function fillDemo(context: Context, report: (what: string) => void): Promise<void> {
  // Its people act without sessions.
  const ctx: Context = { ...context, auth: { ...context.auth, holdSession: async () => {} } };
  const pictures = await mkdtemp(join(tmpdir(), 'hereabouts-demo-'));
  try {
    const drawn = drawPictures(pictures);
    // Awaited below; should anything fail before, this failure is not the one to report.
    drawn.catch(() => {});
    const filling: Filling = {
      ctx,
      nowMs: ctx.clock.now(),
      random: randomFrom(49),
      viewers: new Map(),
      pictures,
      tied: new Set(),
    };
    report(`${PEOPLE.length} people sign up`);
    await signUpPeople(filling);
    report('They make friends');
    await tieToMain(filling);
    report('Their portraits and posters are drawn');
    await drawn;
    await hangPortraits(filling);
    report(`They plan ${DEMO_EVENTS.length} events`);
    await planEvents(filling);
    await tieOthers(filling);
    // Lists go by the order in which things were told, and here they are told one event after the other.
    const readBefore = new Date(filling.nowMs - READ_AFTER_DAYS * DAY_MS).toISOString();
    await layNotifications(ctx.db, { readBefore });
  } finally {
    await rm(pictures, { recursive: true, force: true });
  }
}

async function drawPictures(folder: string): Promise<void> {
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../pictures/draw.ts'), folder]);
}

/** The context as it was at that moment. */
const at = (ctx: Context, ms: number): Context => ({ ...ctx, clock: { ...ctx.clock, now: () => ms } });

const viewerOf = ({ viewers }: Filling, key: string): Viewer => {
  const viewer = viewers.get(key);
  if (!viewer) throw new Error(`The demo has nobody with the key "${key}"`);
  return viewer;
};

async function signUpPeople({ ctx, nowMs, random, viewers }: Filling): Promise<void> {
  for (const [index, { key, name }] of PEOPLE.entries()) {
    const email = `${key}@${EMAIL_DOMAIN}`;
    const userId = await ctx.auth.createAccount({ name, email, password: DEMO_PASSWORD });
    viewers.set(key, { userId, sessionId: randomUUID() });
    const sinceMs = nowMs - between(random, 640, 1_000) * DAY_MS;
    await setMemberSince(ctx.db, userId, new Date(sinceMs).toISOString());
    if (index % DISCREET_EVERY === DISCREET_EVERY - 1) {
      await updateMe(ctx, { userId, sessionId: '' }, { contact_visibility: 'friends' });
    }
  }
}

async function tieToMain(filling: Filling): Promise<void> {
  const { random } = filling;
  for (const { key, tie } of PEOPLE) {
    if (key === MAIN_KEY) continue;
    if (tie === 'friend') await befriend(filling, key, MAIN_KEY);
    if (tie === 'asks') await ask(filling, key, MAIN_KEY, between(random, 1, 20));
    if (tie === 'asked') await ask(filling, MAIN_KEY, key, between(random, 1, 20));
  }
}

/** Last, because hosts become friends with all their guests, whom they could not invite while a request waits. */
async function tieOthers(filling: Filling): Promise<void> {
  const { random } = filling;
  const others = PEOPLE.filter(({ key }) => key !== MAIN_KEY);
  for (const [index, { key }] of others.entries()) {
    for (const step of [1, 5, 11]) {
      const other = others[(index + step) % others.length]?.key;
      if (other === undefined) continue;
      if (random() < 0.6) await befriend(filling, key, other);
      else if (random() < 0.4) await ask(filling, key, other, between(random, 1, 40));
    }
  }
}

const pairOf = (one: string, other: string) => [one, other].toSorted().join(' ');

/** Both have signed up by then, and every event was planned after it. */
async function befriend(filling: Filling, requester: string, addressee: string): Promise<void> {
  const { ctx, nowMs, random, tied } = filling;
  if (tied.has(pairOf(requester, addressee))) return;
  tied.add(pairOf(requester, addressee));
  const askedMs = nowMs - between(random, 90, 600) * DAY_MS;
  const accepter = viewerOf(filling, addressee);
  const { id } = await sendFriendRequest(at(ctx, askedMs), viewerOf(filling, requester), accepter.userId);
  await acceptFriendRequest(at(ctx, askedMs + between(random, 0.1, 10) * DAY_MS), accepter, id);
}

async function ask(filling: Filling, requester: string, addressee: string, daysAgo: number): Promise<void> {
  const { ctx, nowMs, tied } = filling;
  if (tied.has(pairOf(requester, addressee))) return;
  tied.add(pairOf(requester, addressee));
  const { userId } = viewerOf(filling, addressee);
  await sendFriendRequest(at(ctx, nowMs - daysAgo * DAY_MS), viewerOf(filling, requester), userId);
}

async function store({ ctx, pictures }: Filling, viewer: Viewer, name: string): Promise<string> {
  const picture = await inspectPicture(await readFile(join(pictures, `${name}.png`)));
  return (await storePicture(ctx, viewer, picture)).path;
}

async function hangPortraits(filling: Filling): Promise<void> {
  const waiting = PEOPLE.filter(({ face }) => face !== null);
  const hangNext = async (): Promise<void> => {
    for (let person = waiting.pop(); person; person = waiting.pop()) {
      const viewer = viewerOf(filling, person.key);
      const image = await store(filling, viewer, `person-${person.key}`);
      await updateMe(filling.ctx, viewer, { image });
    }
  };
  await Promise.all(Array.from({ length: PICTURES_AT_ONCE }, hangNext));
}

async function planEvents(filling: Filling): Promise<void> {
  const waiting = [...DEMO_EVENTS.entries()].toReversed();
  const images = new Map<number, string>();
  const storeNext = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [index, { host, picture }] = next;
      if (picture) images.set(index, await store(filling, viewerOf(filling, host), `event-${index}`));
    }
  };
  await Promise.all(Array.from({ length: PICTURES_AT_ONCE }, storeNext));
  for (const [index, event] of DEMO_EVENTS.entries()) {
    await planEvent(filling, event, images.get(index) ?? null);
  }
}

async function planEvent(filling: Filling, event: PlannedEvent, image: string | null): Promise<void> {
  const { ctx, nowMs, random } = filling;
  const { startMs, endMs } = timesOf(event.when, nowMs);
  const guests = guestsOf(event, random);
  for (const { key } of guests) if (key !== MAIN_KEY) await befriend(filling, event.host, key);

  const plannedMs = Math.min(startMs, nowMs) - between(random, 5, 14) * DAY_MS;
  const place = PLACES[event.place];
  const input = {
    title: event.title,
    description: event.description,
    image,
    location_name: place.name,
    location_address: place.address,
    location_latitude: place.latitude,
    location_longitude: place.longitude,
    start_time: new Date(startMs).toISOString(),
    end_time: new Date(endMs).toISOString(),
    is_private: event.isPrivate ?? false,
    invitee_ids: guests.map(({ key }) => viewerOf(filling, key).userId),
  };
  const host = viewerOf(filling, event.host);
  const eventId = await createEvent(at(ctx, plannedMs), host, input, OWN_ADDRESS);
  for (const { key, status } of guests) {
    if (status === 'pending') continue;
    const answeredMs = plannedMs + between(random, 0.1, 4) * DAY_MS;
    await respondToInvite(at(ctx, answeredMs), viewerOf(filling, key), eventId, {
      status: status satisfies RsvpAnswer,
    });
  }
  const lines = (event.chat ?? []).map(([key, message, minutesAgo]) => ({
    id: randomUUID(),
    userId: viewerOf(filling, key).userId,
    message,
    createdAt: new Date(nowMs - minutesAgo * MINUTE_MS).toISOString(),
  }));
  if (lines.length > 0) await insertChat(ctx.db, eventId, lines);
  if (event.cancelledMinAgo === undefined) return;
  const cancelledMs = nowMs - event.cancelledMinAgo * MINUTE_MS;
  await cancelEvent(at(ctx, cancelledMs), viewerOf(filling, event.host), eventId);
}
