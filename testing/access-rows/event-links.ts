import { routes } from '@hereabouts/contract/routes';
import { arrangeEvent, everyone, everyUser, PRIVATE_EVENT, type World } from '../access-world.ts';
import { onEvent, type AccessRow } from './row.ts';

const linkOf = async (world: World, isPrivate: boolean) => {
  const params = { eventId: await arrangeEvent(world, isPrivate) };
  const { token } = await world.people.creator.ok(routes.createEventLink, { params });
  return { token, params };
};
const working =
  (isPrivate: boolean, rest: object = {}): AccessRow['arrange'] =>
  async (world) => ({ params: { token: (await linkOf(world, isPrivate)).token }, ...rest });
const switchedOff =
  (rest: object = {}): AccessRow['arrange'] =>
  async (world) => {
    const { token, params } = await linkOf(world, true);
    await world.people.creator.ok(routes.endEventLink, { params });
    return { params: { token }, ...rest };
  };

const byHost = (status: number, rest: object = {}): AccessRow[] =>
  [true, false].map((isPrivate) => ({
    about: isPrivate ? 'private' : 'public',
    arrange: onEvent(isPrivate, () => rest),
    expected: isPrivate
      ? { ...PRIVATE_EVENT, invited: 403, declined: 403, creator: status }
      : { ...everyUser(403), creator: status },
  }));
const going = { body: { status: 'accepted' } };

export const eventLinkRows = {
  getEventLink: byHost(200),
  createEventLink: byHost(201),
  endEventLink: byHost(204),
  setGuestsAllowed: byHost(204, { body: { allowed: false } }),
  removeAnonymousGuests: byHost(200),
  openEventLink: [
    ...[true, false].map((isPrivate) => ({
      about: `that works, of a ${isPrivate ? 'private' : 'public'} event`,
      arrange: working(isPrivate),
      expected: { ...everyone(200), removed: 404 },
      ofCreator: true,
    })),
    { about: 'switched off', arrange: switchedOff(), expected: everyone(404), ofCreator: true },
  ],
  joinByLink: [
    ...[true, false].map((isPrivate) => ({
      about: `that works, of a ${isPrivate ? 'private' : 'public'} event`,
      arrange: working(isPrivate, going),
      expected: { ...everyUser(200), removed: 404 },
      ofCreator: true,
    })),
    { about: 'switched off', arrange: switchedOff(going), expected: everyUser(404), ofCreator: true },
  ],
} satisfies Record<string, AccessRow[]>;
