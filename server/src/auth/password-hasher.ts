import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createLimiter } from '#server/limiter.ts';
import { busy } from './wire-error.ts';

/** argon2id, 19 MiB, two passes, one lane: OWASP's first choice; 18 ms on the machine it was measured on. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** One thread of the pool stays free for files, DNS and signatures. */
const RUNNING_MAX = Math.max(1, Math.min(availableParallelism(), 4) - 1);
/** About three seconds of work; who comes later is asked to come again. */
const WAITING_MAX = 150;

export type PasswordHasher = {
  hash(password: string): Promise<string>;
  /** Takes as long for an account without a password, or without existing, as for any other. */
  verify(storedHash: string | null, password: string): Promise<boolean>;
};

/** Hashes passwords a few at a time. @throws WireError 503 when too many wait */
export function createPasswordHasher(): PasswordHasher {
  const limiter = createLimiter({ running: RUNNING_MAX, waiting: WAITING_MAX });
  const inTurn = async <T extends string | boolean>(work: () => Promise<T>): Promise<T> => {
    const done = await limiter.run(work);
    if (done === null) throw busy();
    return done;
  };
  const nobody = hash('nobody has this password', ARGON2);
  nobody.catch(() => {});
  return {
    hash: (password) => inTurn(() => hash(normalise(password), ARGON2)),
    async verify(storedHash, password) {
      const against = storedHash ?? (await nobody);
      const matches = await inTurn(() => verify(against, normalise(password)));
      return matches && storedHash !== null;
    },
  };
}

/** The same characters typed on different keyboards are the same password. */
const normalise = (password: string) => password.normalize('NFKC');
