import { AsyncLocalStorage } from 'node:async_hooks';

/** Who has asked for the work at hand. `key`: the person, or the address until the signature of the access token has been checked.
 * `address`: `turnKey` of the network address. */
export type Requester = {
  key: string;
  readonly address: string;
  isAnswered: boolean;
  /** For connections to the database, summed over statements and transactions. */
  waitedMs: number;
};

export const createRequester = (address: string, key = address): Requester => ({
  key,
  address,
  isAnswered: false,
  waitedMs: 0,
});

const storage = new AsyncLocalStorage<Requester | null>();

export const runFor = <T>(requester: Requester, work: () => T): T => storage.run(requester, work);

/** In the name of no request: for work that others wait for too. */
export const runInBackground = <T>(work: () => T): T => storage.run(null, work);

/** From here on the current request asks in the person's name, or in that of its address alone for null. */
export function askAs(userId: string | null): void {
  const requester = currentRequester();
  if (requester !== null) requester.key = userId ?? requester.address;
}

/** Null for background work: outside requests, or what goes on after the answer. */
export function currentRequester(): Requester | null {
  const requester = storage.getStore() ?? null;
  return requester?.isAnswered === false ? requester : null;
}
