import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf a request is answered: a person (before the sign-in is known: the address) behind a network address
 * (`turnKey`). Mutable, because the person is known later than the address. */
export type Requester = {
  key: string;
  readonly address: string;
  isAnswered: boolean;
  /** For connections to the database, of all its statements and transactions together. */
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

/** For work that others wait for too. */
export const runForNobody = <T>(work: () => T): T => storage.run(null, work);

/** Null outside requests, and for work that goes on after the answer. */
export function currentRequester(): Requester | null {
  const requester = storage.getStore() ?? null;
  return requester?.isAnswered === false ? requester : null;
}
