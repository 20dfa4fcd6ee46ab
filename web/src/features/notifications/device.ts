import { pushRoutes, type OwnPush } from '@hereabouts/contract/push';
import { call } from '#web/lib/api/api.ts';
import { readSessionId, readStoredSession } from '#web/auth/stored-session.ts';
import { readRegisteredEndpoint, storeRegisteredEndpoint } from '#web/lib/storage/push-endpoint.ts';

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
  const registered = readRegisteredEndpoint();
  return isPermitted() && registered !== null && registered.mark !== 'left' ? 'on' : 'off';
}

const isPermitted = () => 'Notification' in globalThis && Notification.permission === 'granted';

async function pushManager(): Promise<PushManager | undefined> {
  // Settings of a browser may forbid service workers: then none ever becomes ready.
  if ((await workers?.getRegistration()) === undefined) return undefined;
  return (await workers?.ready)?.pushManager;
}

/** Call it from a tap: browsers ask the person only then. */
export async function turnOn(): Promise<PushSupport> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return pushSupport();
  const manager = await pushManager();
  if (manager === undefined) return 'none';
  await subscribe(manager, await call(pushRoutes.getPush));
  return 'on';
}

export const turnOff = (): Promise<void> =>
  inOneTab(async () => {
    await call(pushRoutes.unsubscribeFromPush);
    storeRegisteredEndpoint(null);
    await (await (await pushManager())?.getSubscription())?.unsubscribe();
  });

/** Ends the subscription in this browser only, not at the server. One that the present session has registered stays: the session
 * may have taken over before this was called. */
export async function endSubscription(): Promise<void> {
  const manager = await pushManager();
  if (manager === undefined) return;
  await inOneTab(async () => {
    const registered = readRegisteredEndpoint();
    const sessionId = readSessionId();
    if (sessionId !== '' && registered?.sessionId === sessionId) return;
    const subscription = await registeredSubscription(manager);
    if (sessionId === '' && registered !== null) storeRegisteredEndpoint({ ...registered, mark: 'left' });
    await subscription?.unsubscribe();
  });
}

/** Browsers replace a subscription now and then, and the instance may have other keys. */
export async function renew(own: OwnPush): Promise<void> {
  if (pushSupport() !== 'on') return;
  const manager = await pushManager();
  if (manager === undefined) return;
  await inOneTab(async () => {
    // It may have been turned off since.
    if (pushSupport() === 'on') await subscribe(manager, own);
  });
}

/** Registers again where another session has replaced the one that did, with a new endpoint: whoever knew the old one does not
 * know this one. Likewise where the browser has ended the subscription, as when notifications were forbidden for a while. */
export async function registerAgain(): Promise<void> {
  forgetGuestMark();
  if (belongsToAnotherPerson()) return storeRegisteredEndpoint(null);
  if (!isFromAnotherSession() && !(await isWithoutSubscription())) return;
  await inOneTab(async () => {
    const isOfAnother = isFromAnotherSession();
    const manager = isOfAnother || (await isWithoutSubscription()) ? await pushManager() : undefined;
    if (manager === undefined) return;
    const own = await call(pushRoutes.getPush);
    if (isOfAnother) await (await registeredSubscription(manager))?.unsubscribe();
    await subscribe(manager, own);
  });
}

async function isWithoutSubscription(): Promise<boolean> {
  if (pushSupport() !== 'on') return false;
  const subscription = await (await pushManager())?.getSubscription();
  return subscription !== undefined && subscription?.endpoint !== readRegisteredEndpoint()?.endpoint;
}

/** Null for a subscription that is not the registered one: another tab has just made it, and browsers share `localStorage`
 * between tabs later than subscriptions and locks. */
async function registeredSubscription(manager: PushManager): Promise<PushSubscription | null> {
  const subscription = await manager.getSubscription();
  const registered = readRegisteredEndpoint();
  return registered === null || registered.endpoint === subscription?.endpoint ? subscription : null;
}

/** Each of several tabs would end the subscription of the one before, and a read would renew one that is being turned off. */
const inOneTab = (work: () => Promise<void>): Promise<void> =>
  navigator.locks.request('hereabouts.push', work);

/** Once a guest has become an account, no other account takes over their subscription. */
function forgetGuestMark(): void {
  const registered = readRegisteredEndpoint();
  const session = readStoredSession();
  if (registered?.mark === 'guest' && registered.userId === session?.userId && !session.isAnonymous)
    storeRegisteredEndpoint({ ...registered, mark: null });
}

function isFromAnotherSession(): boolean {
  const registered = readRegisteredEndpoint();
  return registered !== null && registered.sessionId !== readSessionId() && isPermitted();
}

/** A guest's subscription goes on with the account that they sign in to. */
function belongsToAnotherPerson(): boolean {
  const registered = readRegisteredEndpoint();
  return (
    registered !== null && registered.mark !== 'guest' && registered.userId !== readStoredSession()?.userId
  );
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
  storeRegisteredEndpoint({
    endpoint: subscription.endpoint,
    sessionId: readSessionId(),
    userId: session?.userId ?? '',
    mark: session?.isAnonymous ? 'guest' : null,
  });
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
