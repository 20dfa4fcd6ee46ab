import { AsyncLocalStorage } from 'node:async_hooks';

/** Writes for each guest of an event: few run at once. `lockedEventId`: of the event whose row it locks, if any. */
export type BulkChange = { readonly lockedEventId: number | null };

/** Who has asked for the work at hand. `key`: the person, or the address until it is known who asks.
 * `address`: `turnKey` of the network address. */
export type Requester = {
  key: string;
  readonly address: string;
  isAnswered: boolean;
  bulkChange: BulkChange | null;
  /** Time spent waiting for database connections, summed over statements and transactions. */
  waitedMs: number;
};

export const createRequester = (address: string, key = address): Requester => ({
  key,
  address,
  isAnswered: false,
  bulkChange: null,
  waitedMs: 0,
});

/** A string is the share of background work (`runInBackground`). */
const storage = new AsyncLocalStorage<Requester | string>();
export const BACKGROUND = 'background';

export const runFor = <T>(requester: Requester, work: () => T): T => storage.run(requester, work);

/** Runs work that several requests wait for, in the name of none. Shares take turns with each other, and all of them together with
 * the rest. */
export const runInBackground = <T>(work: () => T, share = BACKGROUND): T => storage.run(share, work);

/** From here on the current request asks in the person's name, or in that of its address alone for null. */
export function setRequester(userId: string | null): void {
  const requester = currentRequester();
  if (requester !== null) requester.key = userId ?? requester.address;
}

export function markBulkChange(change: BulkChange): void {
  const requester = currentRequester();
  if (requester !== null) requester.bulkChange = change;
}

/** Null for background work: outside a request, or after its answer. */
export function currentRequester(): Requester | null {
  const requester = storage.getStore();
  return typeof requester === 'object' && !requester.isAnswered ? requester : null;
}

/** The share by which background work takes turns. */
export function currentShare(): string {
  const share = storage.getStore();
  return typeof share === 'string' ? share : BACKGROUND;
}
