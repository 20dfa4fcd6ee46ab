import { unavailable } from '#server/http/errors.ts';
import { createGroupTurn } from '#server/http/queues/group-turn.ts';
import { createInTurn, runningPerKey } from '#server/http/queues/in-turn.ts';

const PER_SESSION = 2;
const PER_PERSON = 4;
const PER_ADDRESS = { running: 8, waiting: Infinity };

/** Running and waiting requests of one session, without revocations. */
const ASKED_MAX = 508;

type Asker = {
  sessionId: string;
  userId: string;
  from: string;
  isRevocation: boolean;
  isGone: () => boolean;
};

/** @throws HttpError `rate_limited` for a session with too many, `unavailable` for a client that has hung up; not for a revocation */
export type SignedInTurn = <T>(asker: Asker, work: () => Promise<T>) => Promise<T>;

/** Queues by session, so that a stolen one delays itself first, then by person, then by network address (`from`: its `turnKey`),
 * where people take turns. */
export function createSignedInTurn(): SignedInTurn {
  const asked = createInTurn({ running: Infinity, waiting: Infinity, perKey: ASKED_MAX });
  const ofSession = createInTurn(runningPerKey(PER_SESSION));
  const ofPerson = createInTurn(runningPerKey(PER_PERSON));
  const ofAddress = createGroupTurn(PER_ADDRESS);
  const inTurn = <T>({ sessionId, userId, from }: Asker, work: () => Promise<T>) =>
    ofSession(sessionId, () => ofPerson(userId, () => ofAddress({ userId, group: from }, work)));
  return (asker, work) => {
    if (asker.isRevocation) return inTurn(asker, work);
    const unlessGone = async () => {
      if (asker.isGone()) throw unavailable();
      return await work();
    };
    return asked(asker.sessionId, () => inTurn(asker, unlessGone));
  };
}
