import { pushRoutes, type OwnPush } from '@hereabouts/contract/push';
import { call } from '#web/lib/api/api.ts';
import { readSessionId, readStoredSession } from '#web/auth/stored-session.ts';
import { readToldEndpoint, storeToldEndpoint } from '#web/lib/storage/push-endpoint.ts';

/** `install`: only the app on the home screen may ask, as on iPhones (PUSH-01). */
export type PushSupport = 'on' | 'off' | 'denied' | 'install' | 'none';

const workers = (navigator as Partial<Navigator>).serviceWorker;

const isAppleTouch = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

export function pushSupport(): PushSupport {
  const isPossible = workers !== undefined && 'PushManager' in globalThis && 'Notification' in globalThis;
  if (!isPossible) return isAppleTouch() ? 'install' : 'none';
  if (Notification.permission === 'denied') return 'denied';
  const told = readToldEndpoint();
  return isPermitted() && told !== null && told.mark !== 'left' ? 'on' : 'off';
}

const isPermitted = () => 'Notification' in globalThis && Notification.permission === 'granted';

async function pushManager(): Promise<PushManager | undefined> {
  // Settings of a browser may forbid service workers: then none ever becomes ready.
  if ((await workers?.getRegistration()) === undefined) return undefined;
  return (await workers?.ready)?.pushManager;
}

/** In response to a tap: browsers ask the person then only. Resolves to what has come of it. */
export async function turnOn(): Promise<PushSupport> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return pushSupport();
  const manager = await pushManager();
  if (manager === undefined) return 'none';
  await subscribe(manager, await call(pushRoutes.getPush));
  return 'on';
}

export async function turnOff(): Promise<void> {
  await call(pushRoutes.unsubscribeFromPush);
  storeToldEndpoint(null);
  await endSubscription();
}

/** In this browser alone. That of the present session stays: it may have taken over before this was called. */
export async function endSubscription(): Promise<void> {
  const manager = await pushManager();
  if (manager === undefined) return;
  await inOneTab(async () => {
    const told = readToldEndpoint();
    const sessionId = readSessionId();
    if (sessionId !== '' && told?.sessionId === sessionId) return;
    const subscription = await registeredSubscription(manager);
    if (sessionId === '' && told !== null) storeToldEndpoint({ ...told, mark: 'left' });
    await subscription?.unsubscribe();
  });
}

/** Browsers replace a subscription now and then, and the instance may have other keys. */
export async function renew(own: OwnPush): Promise<void> {
  if (pushSupport() !== 'on') return;
  const manager = await pushManager();
  if (manager !== undefined) await subscribe(manager, own);
}

/** A session that has replaced the one that told the server (after a reset link, of the account that a guest signed in to, or
 * of the same person after it had ended by itself) tells it anew. With another endpoint: whoever knew the old one knows nothing
 * of this one. */
export async function keepOn(): Promise<void> {
  forgetGuestMark();
  if (isOfSomebodyElse()) return storeToldEndpoint(null);
  if (!isToldByAnother()) return;
  await inOneTab(async () => {
    const manager = isToldByAnother() ? await pushManager() : undefined;
    if (manager === undefined) return;
    const own = await call(pushRoutes.getPush);
    await (await registeredSubscription(manager))?.unsubscribe();
    await subscribe(manager, own);
  });
}

/** One that the server was not told of is another tab's, which has just replaced it: browsers share `localStorage` between tabs
 * later than subscriptions and locks. */
async function registeredSubscription(manager: PushManager): Promise<PushSubscription | null> {
  const subscription = await manager.getSubscription();
  const told = readToldEndpoint();
  return told === null || told.endpoint === subscription?.endpoint ? subscription : null;
}

/** Each of several tabs would end the subscription of the one before. */
const inOneTab = (work: () => Promise<void>): Promise<void> =>
  navigator.locks.request('hereabouts.push', work);

/** Of a guest who has become an account nothing goes over to another one. */
function forgetGuestMark(): void {
  const told = readToldEndpoint();
  const session = readStoredSession();
  if (told?.mark === 'guest' && told.userId === session?.userId && !session.isGuest)
    storeToldEndpoint({ ...told, mark: null });
}

function isToldByAnother(): boolean {
  const told = readToldEndpoint();
  return told !== null && told.sessionId !== readSessionId() && isPermitted();
}

/** A guest's goes on with the account that they sign in to. */
function isOfSomebodyElse(): boolean {
  const told = readToldEndpoint();
  return told !== null && told.mark !== 'guest' && told.userId !== readStoredSession()?.userId;
}

async function subscribe(manager: PushManager, { public_key, endpoint }: OwnPush): Promise<void> {
  const known = await manager.getSubscription();
  const isCurrent = known !== null && keyOf(known) === public_key;
  if (known !== null && !isCurrent) await known.unsubscribe();
  const subscription = isCurrent
    ? known
    : await manager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key });
  if (subscription.endpoint !== endpoint) {
    const { keys = {} } = subscription.toJSON();
    const body = { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' };
    await call(pushRoutes.subscribeToPush, { body: { endpoint: subscription.endpoint, keys: body } });
  }
  const session = readStoredSession();
  storeToldEndpoint({
    endpoint: subscription.endpoint,
    sessionId: readSessionId(),
    userId: session?.userId ?? '',
    mark: session?.isGuest ? 'guest' : null,
  });
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
