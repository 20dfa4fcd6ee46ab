import { createECDH, randomBytes } from 'node:crypto';
import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { pushRoutes, type PushMessage } from '@hereabouts/contract/push';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test as journey } from './fixtures.ts';
import { launchBrowser } from './visitor.ts';

/** A browser's address at a push service, with its public keys. */
export type PushDevice = { endpoint: string; keys: { p256dh: string; auth: string } };

/** Looked up without a packet, and refused as an address of the machine: what arrives is delivered by the test. */
const SERVICE = 'localhost:1';
/** The shell shows no notifications. */
export const pushTest = journey
  .extend('settings', { scope: 'file' }, { PUSH_HOSTS: SERVICE })
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser('--no-first-run');
    onCleanup(() => browser.close());
    return browser;
  });

export function newDevice(): PushDevice {
  const key = createECDH('prime256v1');
  key.generateKeys();
  return {
    endpoint: `https://${SERVICE}/${randomBytes(8).toString('hex')}`,
    keys: { p256dh: key.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
  };
}

type Subscribed = { key: string | null; times: number };
/** It outlives the page, and all tabs see it at once. */
const subscriptions = new WeakMap<PushDevice, Subscribed>();

/** Has the page subscribe with these keys, in place of a push service, which no test reaches. To be called first. */
export async function subscribeAs(page: Page, device: PushDevice): Promise<void> {
  const state = subscriptions.get(device) ?? { key: null, times: 0 };
  subscriptions.set(device, state);
  await page.exposeFunction('pushSubscription', (...keys: (string | null)[]) => {
    for (const key of keys) {
      state.key = key;
      if (key !== null) state.times += 1;
    }
    return state;
  });
  await page.addInitScript(
    ({ endpoint, keys }) => {
      type Change = (...keys: (string | null)[]) => Promise<Subscribed>;
      const { pushSubscription: change } = globalThis as unknown as { pushSubscription: Change };
      const bytes = (text: string) =>
        Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
          letter.charCodeAt(0),
        );
      const current = async (...added: string[]) => {
        const { key, times } = await change(...added);
        if (key === null) return null;
        const unsubscribe = async () => (await change(null)).key === null;
        const options = { applicationServerKey: bytes(key).buffer };
        // Each subscription has an address of its own.
        const own = times === 1 ? endpoint : `${endpoint}-${times}`;
        const subscription = { endpoint: own, options, unsubscribe, toJSON: () => ({ endpoint: own, keys }) };
        return subscription as unknown as PushSubscription;
      };
      PushManager.prototype.subscribe = async (options) =>
        (await current(options?.applicationServerKey as string)) as PushSubscription;
      PushManager.prototype.getSubscription = () => current();
    },
    { endpoint: device.endpoint, keys: device.keys },
  );
}

/** What the page has read of its storage under this key it goes on reading, as if what other tabs write came late. To be
 * called first. */
export async function readLate(page: Page, key: string): Promise<void> {
  await page.addInitScript((late) => {
    const { getItem } = Storage.prototype;
    const first = getItem.call(localStorage, late);
    Storage.prototype.getItem = function (name) {
      return this === localStorage && name === late ? first : getItem.call(this, name);
    };
  }, key);
}

/** Hands a decrypted message to the service worker of an origin, through any page of its browser profile. */
export async function deliver(
  page: Page,
  message: PushMessage,
  origin = new URL(page.url()).origin,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const current = registrations.find(({ isDeleted }) => !isDeleted);
      if (current !== undefined) resolve(current.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registered,
    data: JSON.stringify(message),
  });
  await session.detach();
}

type OwnRoute = (typeof pushRoutes)['getPush' | 'unsubscribeFromPush'];

/** In the session of the page. Returns the text of the answer. */
const askAs = (page: Page, { method, path }: OwnRoute): Promise<string> =>
  page.evaluate(
    async ([key, method, path]) => {
      const { access_token } = JSON.parse(localStorage.getItem(key) ?? '{}') as { access_token: string };
      const answer = await fetch(path, { method, headers: { authorization: `Bearer ${access_token}` } });
      return await answer.text();
    },
    [SESSION_STORAGE_KEY, method, path] as const,
  );

/** The endpoint to which the server sends what is for the session of the page. */
export const registered = async (page: Page): Promise<string | null> =>
  (JSON.parse(await askAs(page, pushRoutes.getPush)) as { endpoint: string | null }).endpoint;

/** As a server does that makes room for another device: the page hears nothing of it. */
export const drop = (page: Page) => askAs(page, pushRoutes.unsubscribeFromPush);

/** The page knows that the server has this endpoint: left before, the next page would tell it of another one. */
export async function untilTold(page: Page, endpoint: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => localStorage.getItem('hereabouts.push'))).toContain(endpoint);
}

/** The endpoint that the browser has. */
export const subscribed = (page: Page): Promise<string | undefined> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.pushManager.getSubscription())?.endpoint;
  });

export const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });

/** One that a test before has left may be listed still. */
const workerOf = (page: Page) => page.context().serviceWorkers().at(-1)!;

/** Whether a tap has left something to open. */
export const isWaiting = (page: Page) =>
  workerOf(page).evaluate((name) => caches.has(name), 'hereabouts.tapped');

/** What a tap on the notification does; browsers offer tests no tap. */
export const tap = (page: Page, tag: string) =>
  workerOf(page).evaluate(async (wanted) => {
    const worker = globalThis as unknown as EventTarget & {
      registration: ServiceWorkerRegistration;
      NotificationEvent: new (type: string, init: { notification: Notification | undefined }) => Event;
    };
    const [notification] = await worker.registration.getNotifications({ tag: wanted });
    const event = new worker.NotificationEvent('notificationclick', { notification });
    // A window takes the focus after a real tap only.
    Object.defineProperty(event, 'waitUntil', { value: (work: Promise<unknown>) => work.catch(() => {}) });
    worker.dispatchEvent(event);
  }, tag);
