import { useParams } from 'react-router';
import { ChatArrival } from '#web/features/chat/components/chat-arrival.tsx';
import { EventArrival } from '#web/features/events/components/event-arrival.tsx';
import { UserArrival } from '#web/features/users/components/user-arrival.tsx';
import { webClock } from '#web/lib/time/clock.ts';
import { useEventParam } from '../event-param.tsx';
import { useKnownEvent, useKnownPerson } from './use-known.ts';

/** While a page's own chunk has not loaded. */
export function Event() {
  return <EventArrival known={useKnownEvent(useEventParam())} />;
}

export function Chat() {
  const eventId = useEventParam();
  const known = useKnownEvent(eventId);
  return <ChatArrival eventId={eventId ?? 0} title={known?.title} />;
}

export function User() {
  const { userId = '' } = useParams();
  return <UserArrival person={useKnownPerson(userId)} />;
}

/** One after the other: each may be evaluated before the next is asked for. */
const PAGES = [
  () => import('../pages/event.tsx'),
  () => import('../pages/chat.tsx'),
  () => import('#web/features/chat/chat-room.tsx'),
  () => import('../pages/user.tsx'),
];
const PREFETCH_AFTER_MS = 1_000;

let isPrefetched = false;

/** After the open page's own loads. */
export function prefetchPages(): void {
  if (isPrefetched) return;
  isPrefetched = true;
  const start = () => webClock.after(PREFETCH_AFTER_MS, () => void prefetchNext(0));
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}

async function prefetchNext(at: number): Promise<void> {
  const load = PAGES[at];
  if (load === undefined) return;
  await whenIdle();
  try {
    await load();
  } catch {
    // Asked for again where it is shown.
  }
  await prefetchNext(at + 1);
}

/** Not every browser tells. */
const whenIdle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve());
    else webClock.after(PREFETCH_AFTER_MS, resolve);
  });
