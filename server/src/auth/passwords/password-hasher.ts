import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createInTurn, runningPerKey } from '#server/http/queues/in-turn.ts';
import { createSemaphore } from '#server/async/semaphore.ts';
import { turnKey } from '#server/rate-limits/address-key.ts';
import { busy } from '#server/auth/wire-error.ts';

/** OWASP's first choice; 18 ms. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Leaves a pool thread to files, DNS and signatures. */
const RUNNING_MAX = Math.max(1, Math.min(availableParallelism(), 4) - 1);
/** A waiting hash of an address (or IPv6 /48) waits for at most one of each other address. */
const WAITING_MAX = 2_000;
/** A venue's Wi-Fi is one address. */
const PER_ADDRESS_MAX = 64;

/** With `userId` one at a time: a person's hundred sessions take one place of the address. */
type Asker = { ip: string; userId?: string };

export type PasswordHasher = {
  /** Without an asker for the operator alone. */
  hash(password: string, asker?: Asker): Promise<string>;
  /** Same duration with and without an account or password. */
  verify(storedHash: string | null, password: string, asker: Asker): Promise<boolean>;
};

/** @throws WireError 503 when too many are queued */
export function createPasswordHasher(): PasswordHasher {
  const semaphore = createSemaphore({ running: RUNNING_MAX, waiting: WAITING_MAX, perKey: PER_ADDRESS_MAX });
  const onePerPerson = createInTurn(runningPerKey(1));
  const inTurn = async <T extends string | boolean>(work: () => Promise<T>, asker?: Asker): Promise<T> => {
    if (asker === undefined) return await work();
    const run = async () => {
      const done = await semaphore.run(work, turnKey(asker.ip));
      if (done === null) throw busy();
      return done;
    };
    return await (asker.userId === undefined ? run() : onePerPerson(asker.userId, run));
  };
  const nobody = hash('nobody has this password', ARGON2);
  nobody.catch(() => {});
  return {
    hash: (password, asker) => inTurn(() => hash(normalise(password), ARGON2), asker),
    async verify(storedHash, password, asker) {
      const against = storedHash ?? (await nobody);
      const matches = await inTurn(() => verify(against, normalise(password)), asker);
      return matches && storedHash !== null;
    },
  };
}

/** The same characters are equal, whatever keyboard they were typed on. */
const normalise = (password: string) => password.normalize('NFKC');
