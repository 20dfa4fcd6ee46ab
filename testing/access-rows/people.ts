import { routes } from '@hereabouts/contract/routes';
import { arrangeFriendship, everyone, everyUser } from '../access-world.ts';
import type { TestPerson } from '../app.ts';
import { nothing, type AccessRow } from './row.ts';

const linkOf = async (owner: TestPerson) => ({
  params: { token: (await owner.ok(routes.createFriendLink)).token },
});
const linkOfNewcomer: AccessRow['arrange'] = async (world) => linkOf(await world.signUp());
/** Others get a newcomer's link: befriending the creator would change who they are to the rows that follow. */
const linkOfCreator: AccessRow['arrange'] = async (world, role) =>
  linkOf(role === 'creator' ? world.people.creator : await world.signUp());
const revokedLink: AccessRow['arrange'] = async (world) => {
  const owner = await world.signUp();
  const link = await linkOf(owner);
  await owner.ok(routes.revokeFriendLink);
  return link;
};

export const peopleRows = {
  getUser: [
    {
      about: 'any person',
      arrange: async (world) => ({ params: { userId: world.people.creator.id } }),
      expected: everyUser(200),
      ofCreator: true,
    },
  ],
  listContacts: [
    {
      about: "one's own contacts",
      arrange: async () => ({ query: { tab: 'friends' } }),
      expected: everyUser(200),
    },
  ],
  sendFriendRequest: [
    {
      about: 'to a newcomer',
      arrange: async (world) => ({ body: { addressee_id: (await world.signUp()).id } }),
      expected: everyUser(201),
    },
    {
      about: 'to oneself or to the creator where a row exists',
      arrange: async (world) => {
        await arrangeFriendship(world, world.people.pending, false);
        return { body: { addressee_id: world.people.pending.id } };
      },
      // A stranger's request to `pending` is new; the creator's meets the row in the other direction.
      expected: { ...everyUser(201), pending: 400, creator: 409 },
    },
  ],
  acceptFriendRequest: [
    {
      about: 'a request from `pending` to the creator',
      arrange: async (world) => ({
        params: { friendshipId: await arrangeFriendship(world, world.people.pending, false) },
      }),
      expected: { ...everyUser(404), pending: 403, creator: 200 },
    },
  ],
  deleteFriendship: [
    {
      about: 'a request from `pending` to the creator',
      arrange: async (world) => ({
        params: { friendshipId: await arrangeFriendship(world, world.people.pending, false) },
      }),
      expected: { ...everyUser(404), pending: 204, creator: 204 },
    },
    {
      about: 'the friendship of `friend` and the creator',
      arrange: async (world) => ({
        params: { friendshipId: await arrangeFriendship(world, world.people.friend, true) },
      }),
      expected: { ...everyUser(404), friend: 204, creator: 204 },
    },
    {
      about: 'the same, asked for as a request',
      arrange: async (world) => ({
        params: { friendshipId: await arrangeFriendship(world, world.people.friend, true) },
        query: { status: 'pending' },
      }),
      expected: { ...everyUser(404), friend: 409, creator: 409 },
    },
  ],
  getFriendLink: [{ about: "one's own link", arrange: nothing, expected: everyUser(200) }],
  createFriendLink: [{ about: "one's own link", arrange: nothing, expected: everyUser(201) }],
  revokeFriendLink: [{ about: "one's own link", arrange: nothing, expected: everyUser(204) }],
  openFriendLink: [
    { about: "a newcomer's", arrange: linkOfNewcomer, expected: everyone(200) },
    { about: 'revoked', arrange: revokedLink, expected: everyone(404) },
  ],
  befriendByLink: [
    { about: "a newcomer's", arrange: linkOfNewcomer, expected: everyUser(200) },
    { about: "the creator's own", arrange: linkOfCreator, expected: { ...everyUser(200), creator: 400 } },
    { about: 'revoked', arrange: revokedLink, expected: everyUser(404) },
  ],
} satisfies Record<string, AccessRow[]>;
