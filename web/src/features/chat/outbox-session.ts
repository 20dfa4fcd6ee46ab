import { CHAT_TEXTS } from '@hereabouts/contract/chat';
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { now, webClock } from '#web/lib/time/clock.ts';
import { lookForRelease } from '#web/lib/release/new-release.ts';
import { pageMeta } from '#web/lib/page-meta.ts';
import { storageOrNull } from '#web/lib/storage/safe-storage.ts';
import { OUTBOX_PREFIX, UNSENT_MOVED } from '#web/lib/storage/unsent-keys.ts';
import { setUnsentCount } from '#web/lib/storage/unsent-count.ts';
import { realtime } from '#web/realtime/realtime.ts';
import { showAlert, showNotice } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/chat.tsx';
import { OutboxSender } from './outbox-sender.ts';
import { Outbox, type OutboxEntry } from './outbox.ts';
import { receiveMessage } from './log-queries.ts';
import { chatKey } from './queries.ts';
import { sendMessage } from './send-message.ts';

export type OutboxSession = {
  readonly outbox: Outbox;
  readonly sender: OutboxSender;
  /** The chat on the screen, or null: it shows its refused messages itself. */
  readonly setVisibleChat: (eventId: number | null) => void;
  /** Waiting messages stay in the outbox. */
  readonly stop: () => void;
};

/** Outlives its session: without storage messages wait only here. */
let kept: Outbox | null = null;

export type OutboxOptions = {
  userId: string;
  client: QueryClient;
  /** Whether this person is still signed in; asked right before each sending. */
  isCurrent: () => boolean;
};

/** Sends waiting messages from whatever page, until stopped. */
export function startOutbox({ userId, client, isCurrent }: OutboxOptions): OutboxSession {
  const outbox = outboxOf(userId);
  let visibleEventId: number | null = null;
  const sender = new OutboxSender({
    outbox,
    send: sendMessage,
    isCurrent,
    locks: (navigator as Partial<Navigator>).locks ?? null,
    after: (delayMs, run) => webClock.after(delayMs, run),
    onStored: ({ eventId }, message) => receiveMessage(client, eventId, message),
    onRefused({ eventId }) {
      if (eventId !== visibleEventId) showAlert(CHAT_TEXTS.sendFailed);
    },
    onLost(eventId, count) {
      showNotice(texts.messagesRefused(count));
      void client.resetQueries({ queryKey: chatKey(eventId) });
    },
    onOutdated(count) {
      showNotice(texts.messagesLostByRestore(count));
      lookForRelease();
    },
  });
  const stopListening = listen(outbox, sender);
  sender.wake();
  return {
    outbox,
    sender,
    setVisibleChat(eventId) {
      visibleEventId = eventId;
    },
    stop() {
      stopListening();
      sender.stop();
    },
  };
}

function outboxOf(userId: string): Outbox {
  if (kept?.userId !== userId)
    kept = new Outbox(userId, { storage: storageOrNull(), now, epoch: pageMeta('epoch') });
  else kept.refresh();
  return kept;
}

/** Wakes the sender when the network is back, or another tab or a guest's merge has added something. */
function listen(outbox: Outbox, sender: OutboxSender): () => void {
  const wake = () => sender.wake();
  const lookAgain = () => {
    outbox.refresh();
    wake();
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(OUTBOX_PREFIX)) lookAgain();
  };
  const onShown = () => document.visibilityState === 'visible' && wake();
  addEventListener('storage', onStorage);
  addEventListener(UNSENT_MOVED, lookAgain);
  addEventListener('online', wake);
  document.addEventListener('visibilitychange', onShown);
  const stopWatching = realtime.watchState(() => realtime.state === 'open' && wake());
  const stopCounting = outbox.subscribe(() => publishWaiting(outbox));
  publishWaiting(outbox);
  return () => {
    removeEventListener('storage', onStorage);
    removeEventListener(UNSENT_MOVED, lookAgain);
    removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', onShown);
    stopWatching();
    stopCounting();
    setUnsentCount('messages', 0);
  };
}

const publishWaiting = ({ entries }: Outbox): void =>
  setUnsentCount('messages', entries.filter(({ state }) => state === 'waiting').length);

export function useOutboxEntries(outbox: Outbox): readonly OutboxEntry[] {
  return useSyncExternalStore(
    (onChange) => outbox.subscribe(onChange),
    () => outbox.entries,
  );
}

export function useIsStalled(outbox: Outbox): boolean {
  return useSyncExternalStore(
    (onChange) => outbox.subscribe(onChange),
    () => outbox.isStalled,
  );
}
