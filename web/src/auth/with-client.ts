import type { AuthClient } from './auth-client.ts';
import { outcomeOf, type AuthOutcome, type ClientResult } from './outcome.ts';
import { connect } from './session.ts';

export function withClient<T>(
  run: (client: AuthClient) => Promise<ClientResult<T>>,
): Promise<AuthOutcome<T>> {
  return outcomeOf(async () => run(await connect()));
}
