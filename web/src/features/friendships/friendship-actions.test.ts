import { friendshipRoutes, type ContactsPage } from '@hereabouts/contract/friendships';
import { userRoutes, type Relationship } from '@hereabouts/contract/users';
import { used } from '@hereabouts/testing/used-hook';
import { QueryClient, type InfiniteData } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#web/lib/api/api.ts';
import { forgetWordsOf } from '#web/lib/storage/forget-words.ts';
import { dismissToast, listToasts } from '#web/ui/feedback/toast-store.ts';
import { useFriendshipAction } from './friendship-actions.ts';

type Asked = { params: { friendshipId?: string }; query?: object };
const call = vi.hoisted(() => vi.fn<(route: unknown, asked: Asked) => Promise<unknown>>());
vi.mock('#web/lib/api/api.ts', async (original) => ({ ...(await original<object>()), call }));
vi.mock('#web/lib/device/away.ts', () => ({ isAway: () => false }));
beforeEach(() => {
  call.mockReset();
  for (const { id } of listToasts()) dismissToast(id);
});

const alerts = () => listToasts().map(({ text }) => text);
const act = (kind: 'accept' | 'cancel' | 'decline' | 'unfriend') =>
  used(() => useFriendshipAction())
    .mutateAsync({ kind, userId: 'u', friendshipId: 'old' })
    .catch(() => {});

/** What is deleted where the old one is gone and a new one is there. */
async function ended(kind: 'cancel' | 'decline' | 'unfriend', relationship: Relationship) {
  call.mockImplementation(async (route, { params }) => {
    if (route === userRoutes.getUser) return { friendship_id: 'new', relationship };
    if (params.friendshipId === 'old') throw new ApiError(404, 'not_found', 'Not found');
    return undefined;
  });
  await act(kind);
  return call.mock.calls
    .filter(([route]) => route === friendshipRoutes.deleteFriendship)
    .map(([, { params, query }]) => [params.friendshipId, query]);
}

test.each([
  ['cancel', 'request_sent', { status: 'pending' }],
  ['decline', 'request_received', { status: 'pending' }],
  ['unfriend', 'friends', {}],
  ['unfriend', 'request_received', {}],
] as const)(
  'USER-07 CONT-11 %s ends what is there anew (%s) with the old one, but no friendship without its question',
  async (kind, relationship, query) => {
    expect(await ended(kind, relationship)).toEqual([
      ['old', query],
      ['new', query],
    ]);
  },
);

test.each([
  ['cancel', 'request_received'],
  ['decline', 'request_sent'],
] as const)(
  'CONT-05 CONT-11 %s on an outdated page leaves a new request of the other person (%s) as it is',
  async (kind, relationship) => {
    expect(await ended(kind, relationship)).toEqual([['old', { status: 'pending' }]]);
    expect(alerts()).toEqual([]);
  },
);

test.each([
  [
    'whoever cancels a request that was accepted meanwhile is told so',
    409,
    'conflict',
    'Words of the server',
  ],
  ['a limit says how long to wait', 429, 'rate_limited', 'Words of the server'],
  ['a failure of the server is one to do what was wanted', 500, 'internal', 'Failed to remove friendship'],
  ['a proxy’s words are never shown', 429, null, 'Failed to remove friendship'],
] as const)('CONT-08 USER-07 %s', async (_, status, code, alert) => {
  call.mockRejectedValue(new ApiError(status, code, 'Words of the server'));
  await act('cancel');
  expect(alerts()).toEqual([alert]);
});

test.each([
  ['an answer given in the list of notifications', undefined, null],
  ['an action in the contacts', 'contacts', 'contacts'],
  ['an action on the person’s page', 'user', 'user'],
] as const)(
  'CONT-05 NOTE-03 %s waits only for what shows it to be read again',
  async (_, shownBy, awaited) => {
    call.mockResolvedValue(undefined);
    const client = new QueryClient();
    const reads = new Map<unknown, () => void>();
    vi.spyOn(client, 'invalidateQueries').mockImplementation(
      (filters) => new Promise<void>((resolve) => void reads.set(filters?.queryKey?.[0], resolve)),
    );
    const ended = vi.fn<() => void>();
    const action = used(() => useFriendshipAction(shownBy), client)
      .mutateAsync({ kind: 'send', userId: 'u' })
      .then(ended);
    await expect.poll(() => reads.size).toBe(4);
    if (awaited !== null) expect(ended).not.toHaveBeenCalled();
    reads.get(awaited)?.();
    await action;
  },
);

const FOUND = ['contacts', 'discover', 'o'];
const pageOf = (...ids: string[]) => ({
  contacts: ids.map((id) => ({ id, name: id, email: null, image: null })),
  next_cursor: null,
  counts: { friends: 0, pending: 0, sent: 4 },
});
const discovered = (client: QueryClient) =>
  client
    .getQueryData<InfiniteData<ContactsPage>>(FOUND)
    ?.pages.map(({ contacts, counts }) => [contacts.map(({ id }) => id).join(), counts.sent]);

test.each([
  ['was asked', null, ['a,b', 5], ['c', 5]],
  ['has asked meanwhile', 'friendship_exists', ['a,b', 4], ['c', 4]],
  ['could not be asked', 'internal', ['a,b', 4], ['c,u', 4]],
] as const)('CONT-07 CONT-08 the cached Discover when somebody in it %s', async (_, code, ...pages) => {
  if (code === null) call.mockResolvedValue(undefined);
  else call.mockRejectedValue(new ApiError(code === 'internal' ? 500 : 409, code, ''));
  const client = new QueryClient();
  client.setQueryData(FOUND, { pages: [pageOf('a', 'b'), pageOf('c', 'u')], pageParams: [null, 'b'] });
  await used(() => useFriendshipAction('contacts'), client)
    .mutateAsync({ kind: 'send', userId: 'u' })
    .catch(() => {});
  expect(discovered(client)).toEqual(pages);
});

test('SAFE-01 CONT-07 whoever blocks, asks or is asked elsewhere leaves Discover at once, however long it is', () => {
  const client = new QueryClient();
  client.setQueryData(FOUND, { pages: [pageOf('a'), pageOf('c', 'u')], pageParams: [null, 'a'] });
  forgetWordsOf('u', client);
  expect(discovered(client)).toEqual([
    ['a', 4],
    ['c', 4],
  ]);
});

test('CONT-07 whoever goes back to Discover after the end of a friendship finds it read anew', async () => {
  call.mockResolvedValue(undefined);
  const client = new QueryClient();
  client.setQueryData(FOUND, { pages: [], pageParams: [] });
  await used(() => useFriendshipAction(), client).mutateAsync({
    kind: 'unfriend',
    userId: 'u',
    friendshipId: 'old',
  });
  expect(discovered(client)).toBeUndefined();
});
