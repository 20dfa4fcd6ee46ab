import type { ErrorCode } from '@hereabouts/contract/errors';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { userRoutes, type Relationship } from '@hereabouts/contract/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, isNotFound } from '#web/lib/api/api.ts';
import { clearAlerts, showAlert } from '#web/ui/feedback/toast-store.ts';
import { failureText } from '#web/lib/api/failure-text.ts';
import * as words from '#web/texts/friendships.tsx';
import { forgetDiscover, leaveDiscover } from './leave-discover.ts';

type End = { kind: 'cancel' | 'decline' | 'unfriend'; userId: string; friendshipId: string };
export type FriendshipAction =
  | { kind: 'send'; userId: string }
  | { kind: 'accept'; userId: string; friendshipId: string }
  | End;

/** Source: CONT-08. */
const ALERTS: Record<FriendshipAction['kind'], string> = {
  send: words.failedToSendFriendRequest,
  accept: words.failedToAcceptFriendRequest,
  cancel: words.failedToRemoveFriendship,
  decline: words.failedToRemoveFriendship,
  unfriend: words.failedToRemoveFriendship,
};

async function carryOut(action: FriendshipAction): Promise<void> {
  if (action.kind === 'send')
    await call(friendshipRoutes.sendFriendRequest, { body: { addressee_id: action.userId } });
  else if (action.kind === 'accept')
    await call(friendshipRoutes.acceptFriendRequest, { params: { friendshipId: action.friendshipId } });
  else await end(action);
}

/** A request from the other of the two is not what was meant. */
const NOT_MEANT: Record<End['kind'], Relationship | null> = {
  cancel: 'request_received',
  decline: 'request_sent',
  unfriend: null,
};

/** Ends also a request that was sent anew meanwhile: the other person could otherwise be quicker each time. */
async function end({ kind, userId, friendshipId }: End): Promise<void> {
  const query = kind === 'unfriend' ? {} : ({ status: 'pending' } as const);
  try {
    await call(friendshipRoutes.deleteFriendship, { params: { friendshipId }, query });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const { friendship_id: renewed, relationship } = await call(userRoutes.getUser, { params: { userId } });
    if (renewed === null || renewed === friendshipId || relationship === NOT_MEANT[kind]) throw error;
    await call(friendshipRoutes.deleteFriendship, { params: { friendshipId: renewed }, query });
  }
}

/** The other person was quicker: nothing is wrong. */
const wasOvertaken = (error: unknown, { kind }: FriendshipAction) =>
  error instanceof ApiError &&
  error.code === (kind === 'send' || kind === 'accept' ? 'friendship_exists' : 'not_found');

/** A failure is an alert and changes nothing. @param shownBy what shows the outcome: an action is busy until that is read again */
export function useFriendshipAction(shownBy?: 'contacts' | 'user') {
  const client = useQueryClient();
  return useMutation({
    mutationFn: carryOut,
    onError(error, action) {
      if (!wasOvertaken(error, action)) showAlert(problemOf(error, action));
    },
    onSuccess: (_data, { kind }) => clearAlerts(ALERTS[kind]),
    onSettled(_data, error, action) {
      const { kind, userId } = action;
      if (kind !== 'send') forgetDiscover(client);
      else if (error === null || wasOvertaken(error, action)) {
        leaveDiscover(client, userId, error === null ? 1 : 0);
      }
      const reread = (...queryKey: string[]) => client.invalidateQueries({ queryKey });
      const rereads = { contacts: reread('contacts'), user: reread('user', userId) };
      void reread('invitable');
      void reread('notifications', 'list');
      return shownBy && rereads[shownBy];
    },
  });
}

const SAID_BY_SERVER = new Set<ErrorCode | null>(['conflict', 'rate_limited']);

/** That they are friends by now, or how long a limit lasts, is said in the server's words. */
const problemOf = (error: unknown, { kind }: FriendshipAction): string =>
  error instanceof ApiError && SAID_BY_SERVER.has(error.code)
    ? error.message
    : failureText(ALERTS[kind], error);
