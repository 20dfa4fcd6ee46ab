import { userTopic } from '@hereabouts/contract/realtime';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { getAccessToken, isReplaced, onAuthEvent, replaceAccessToken } from '#web/auth/session.ts';
import { clearOutdated, useOpenedNotifications } from '#web/features/notifications/opened.ts';
import { receiveUnreadCount, notificationListKey } from '#web/features/notifications/unread.ts';
import { BeaconSlot } from '#web/features/finder/beacon-slot.tsx';
import { BringAlong } from '#web/features/guest-merge/components/bring-along.tsx';
import { CALMER_EVERY_MS, onHint, readOnHint } from '#web/lib/api/hints.ts';
import { lookForRelease } from '#web/lib/release/new-release.ts';
import { forgetWordsOf } from '#web/lib/storage/forget-words.ts';
import { clearSigningOut } from '#web/lib/navigation/signing-out.ts';
import { showBeacon } from '#web/live/beacon-store.ts';
import { useTopic } from '#web/realtime/hooks.ts';
import { connectRealtime } from '#web/realtime/realtime.ts';
import { ownTimeZone } from '#web/lib/time/own-time-zone.ts';
import { applyChatProgress } from './chat-progress.ts';
import { recheckKept } from './kept/use-kept-responses.ts';
import { OutboxProvider } from './outbox-provider.tsx';
import { usePolling } from './polling.ts';

const realtimeToken = (rejected?: string) =>
  rejected === undefined ? getAccessToken() : replaceAccessToken(rejected);

/** Rereads what others have changed. */
export function RealtimeConnection({ userId, children }: { userId: string; children: ReactNode }) {
  const client = useQueryClient();
  const readAgain = (...keys: QueryKey[]) => {
    readOnHint(client, ...keys);
    recheckKept(keys);
  };
  const readAllAgain = () => {
    void client.invalidateQueries();
    recheckKept();
  };

  useEffect(() => {
    clearSigningOut();
    return connectRealtime({ getToken: realtimeToken, onSessionEnded: isReplaced });
  }, []);

  useEffect(
    () =>
      onAuthEvent(({ kind }) => {
        if (kind === 'USER_UPDATED') void client.invalidateQueries({ queryKey: ['me'] });
      }),
    [client],
  );

  usePolling();
  useOpenedNotifications();

  useTopic(userTopic(userId), {
    on: {
      friendship_changed({ user_id }) {
        readAgain(['user', user_id]);
        forgetWordsOf(user_id, client);
        // A block looks like any end of a friendship, and changes others' guest lists. Throttled, because anybody can send a
        // request and take it back, over and over.
        onHint(
          client,
          'friendship_changed',
          () =>
            readAgain(['contacts'], ['blocks'], ['invitable'], ['event'], ['live'], ['sharing'], ['chat']),
          {
            calmsToMs: CALMER_EVERY_MS,
          },
        );
      },
      event_list_changed: ({ event_id }) =>
        readAgain(
          ['home'],
          ['event', event_id],
          ['invitable', event_id],
          ['user'],
          ['live', event_id],
          ['chat', event_id],
          notificationListKey,
        ),
      sharing_changed: ({ event_id }) => readAgain(['sharing'], ['live', event_id]),
      notifications_changed({ unread_count }) {
        receiveUnreadCount(client, unread_count);
        readAgain(notificationListKey);
        clearOutdated();
      },
      flash: showBeacon,
      account_changed: () => readAgain(['me'], ['home']),
      chat_advanced: ({ event_id, ...progress }) => applyChatProgress(client, event_id, progress),
      chat_read({ event_id, ...progress }) {
        applyChatProgress(client, event_id, progress);
        clearOutdated();
      },
    },
    joinPayload: () => ({ time_zone: ownTimeZone() }),
    // What was read before the topic was joined may have changed since.
    onJoin: readAllAgain,
    onRejoin() {
      client.removeQueries({ queryKey: ['chat'], type: 'inactive' });
      readAllAgain();
      // A server that was started again may have another release.
      lookForRelease();
    },
  });

  return (
    <OutboxProvider userId={userId}>
      {children}
      <BeaconSlot />
      <BringAlong viewerId={userId} />
    </OutboxProvider>
  );
}
