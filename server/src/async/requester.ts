import { AsyncLocalStorage } from 'node:async_hooks';

/** Who has asked for the work at hand. `key`: the person, or the address until the sign-in has been checked. `address`: `turnKey` of the
 * network address. */
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

/** Null for background work: outside requests, or what goes on after the answer. */
export function currentRequester(): Requester | null {
  const requester = storage.getStore() ?? null;
  return requester?.isAnswered === false ? requester : null;
}
