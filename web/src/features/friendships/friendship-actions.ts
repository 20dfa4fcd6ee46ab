import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { userRoutes } from '@hereabouts/contract/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, isNotFound } from '#web/lib/api/api.ts';
import { clearAlerts, showAlert } from '#web/ui/feedback/toast-store.ts';
import { failureText } from '#web/lib/api/failure-text.ts';
import * as words from '#web/texts/friendships.tsx';

/** `remove` cancels, declines or unfriends. */
export type FriendshipAction =
  | { kind: 'send'; userId: string }
  | { kind: 'accept'; userId: string; friendshipId: string }
  | { kind: 'remove'; userId: string; friendshipId: string };

/** Source: CONT-08. */
const ALERTS: Record<FriendshipAction['kind'], string> = {
  send: words.failedToSendFriendRequest,
  accept: words.failedToAcceptFriendRequest,
  remove: words.failedToRemoveFriendship,
};

async function carryOut(action: FriendshipAction): Promise<void> {
  if (action.kind === 'send') {
    await call(friendshipRoutes.sendFriendRequest, { body: { addressee_id: action.userId } });
    return;
  }
  const params = { friendshipId: action.friendshipId };
  if (action.kind === 'accept') await call(friendshipRoutes.acceptFriendRequest, { params });
  else await remove(action);
}

/** Removes also a request that the other person has sent anew meanwhile: they could otherwise be quicker each time. */
async function remove({ userId, friendshipId }: { userId: string; friendshipId: string }): Promise<void> {
  try {
    await call(friendshipRoutes.deleteFriendship, { params: { friendshipId } });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const { friendship_id: renewed } = await call(userRoutes.getUser, { params: { userId } });
    if (renewed === null || renewed === friendshipId) throw error;
    await call(friendshipRoutes.deleteFriendship, { params: { friendshipId: renewed } });
  }
}

/** The other person was quicker: nothing is wrong. */
const wasOvertaken = (error: unknown, { kind }: FriendshipAction) =>
  error instanceof ApiError && error.code === (kind === 'remove' ? 'not_found' : 'friendship_exists');

/** A failure is an alert and changes nothing. */
export function useFriendshipAction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: carryOut,
    onError(error, action) {
      if (!wasOvertaken(error, action)) showAlert(failureText(ALERTS[action.kind], error));
    },
    onSuccess: (_data, { kind }) => clearAlerts(ALERTS[kind]),
    // Disabled until the list is refetched.
    onSettled: (_data, _error, { userId }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['contacts'] }),
        client.invalidateQueries({ queryKey: ['user', userId] }),
        client.invalidateQueries({ queryKey: ['invitable'] }),
        client.invalidateQueries({ queryKey: ['notifications', 'list'] }),
      ]),
  });
}
