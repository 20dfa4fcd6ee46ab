import { friendLinkRoutes, type FriendLink, type FriendLinkOffer } from '@hereabouts/contract/friend-links';
import { userRoutes } from '@hereabouts/contract/users';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';
import { applyOwnResult } from '#web/lib/api/cache-updates.ts';

/** Under the account's key, so that `account_changed` refetches it too. */
const ownKey = ['me', 'friend-link'] as const;
const offerKey = (token: string, viewerId: string | null) => ['friend-link', token, viewerId] as const;
/** The server knows when a link expires; the clock of a phone may be wrong. */
const OWN_REFRESH_MS = 60_000;

export function useOwnLink() {
  return useQuery({
    queryKey: ownKey,
    queryFn: ({ signal }) => call(friendLinkRoutes.getFriendLink, {}, { signal }),
    refetchOnMount: 'always',
    refetchInterval: OWN_REFRESH_MS,
  });
}

/** Makes a new link; the one before ends at once. */
export function useMakeLink() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(friendLinkRoutes.createFriendLink),
    onSuccess: (link) => keepOwn(client, link),
  });
}

export function useRevokeLink() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(friendLinkRoutes.revokeFriendLink),
    onSuccess: () => keepOwn(client, null),
  });
}

/** One of the first steps (HOME-24). */
export function useLinkShared() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(userRoutes.recordFirstSteps, { body: { link_shared: true } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['home'] }),
  });
}

const keepOwn = (client: QueryClient, link: FriendLink | null): void =>
  applyOwnResult(client, ownKey, () => ({ link }));

/** `viewerId` is null when signed out. */
export function useOffer(token: string, viewerId: string | null) {
  return useQuery({
    queryKey: offerKey(token, viewerId),
    queryFn: ({ signal }) => call(friendLinkRoutes.openFriendLink, { params: { token } }, { signal }),
  });
}

export function useBefriend(token: string, viewerId: string | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(friendLinkRoutes.befriendByLink, { params: { token } }),
    onSuccess({ user_id }) {
      client.setQueryData<FriendLinkOffer>(
        offerKey(token, viewerId),
        (offer) => offer && { ...offer, relationship: 'friends' },
      );
      for (const queryKey of [['contacts'], ['user', user_id], ['invitable']]) {
        void client.invalidateQueries({ queryKey });
      }
    },
  });
}
