import type { AuthClient } from './auth-client.ts';
import { outcomeOf, type AuthOutcome, type ClientResult } from './outcome.ts';
import { connect } from './session.ts';

/** Runs calls of the auth client, once it is loaded, and turns all that can go wrong into a value. */
export function withClient<T>(
  run: (client: AuthClient) => Promise<ClientResult<T>>,
): Promise<AuthOutcome<T>> {
  return outcomeOf(async () => run(await connect()));
}
