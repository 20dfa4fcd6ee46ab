import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createSemaphore } from '#server/async/semaphore.ts';
import { addressKey } from '#server/auth/limits/address-key.ts';
import { busy } from '#server/auth/http/wire-error.ts';

/** argon2id, 19 MiB, two passes, one lane: OWASP's first choice; 18 ms on the machine it was measured on. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** One thread of the pool stays free for files, DNS and signatures. */
const RUNNING_MAX = Math.max(1, Math.min(availableParallelism(), 4) - 1);
/** Network addresses take turns: one that comes from elsewhere waits for at most one hash of each of the others. */
const WAITING_MAX = 2_000;
/** A venue's Wi-Fi is one address: its guests may all sign in at the same moment. */
const PER_ADDRESS_MAX = 64;

export type PasswordHasher = {
  /** `ip` is who waits; without it the product itself does. */
  hash(password: string, ip?: string): Promise<string>;
  /** Takes as long for an account without a password, or without existing, as for any other. */
  verify(storedHash: string | null, password: string, ip?: string): Promise<boolean>;
};

/** Hashes passwords a few at a time; network addresses take turns. @throws WireError 503 when too many wait */
export function createPasswordHasher(): PasswordHasher {
  const semaphore = createSemaphore({ running: RUNNING_MAX, waiting: WAITING_MAX, perKey: PER_ADDRESS_MAX });
  let unnamed = 0;
  const inTurn = async <T extends string | boolean>(work: () => Promise<T>, ip?: string): Promise<T> => {
    const key = ip === undefined ? `own ${(unnamed += 1)}` : addressKey(ip);
    const done = await semaphore.run(work, key);
    if (done === null) throw busy();
    return done;
  };
  const nobody = hash('nobody has this password', ARGON2);
  nobody.catch(() => {});
  return {
    hash: (password, ip) => inTurn(() => hash(normalise(password), ARGON2), ip),
    async verify(storedHash, password, ip) {
      const against = storedHash ?? (await nobody);
      const matches = await inTurn(() => verify(against, normalise(password)), ip);
      return matches && storedHash !== null;
    },
  };
}

/** The same characters typed on different keyboards are the same password. */
const normalise = (password: string) => password.normalize('NFKC');
