import type { OneTimeTokenKind } from '#server/db/auth-schema.ts';
import type { Identifier } from '#server/auth/accounts/user-repo.ts';
import { addressOf } from '#server/auth/http/requests.ts';
import { allowSend } from '#server/auth/limits/allow-send.ts';
import type { Allowance } from '#server/auth/limits/send-limits.ts';
import type { AuthParts, Client } from '#server/auth/parts.ts';
import type { SendPurpose } from '#server/rate-limits/policies.ts';

type Wanted = { purpose: SendPurpose; kind: OneTimeTokenKind; userId?: string };

/** Records who asks before the address is looked up: limits of the asker's attempts at codes must not reveal whether one was sent.
 * @throws WireError */
export async function allowCode(
  parts: Pick<AuthParts, 'clock' | 'config' | 'db' | 'limits' | 'oneTimeTokens'>,
  client: Client,
  to: Identifier,
  { purpose, kind, userId }: Wanted,
): Promise<Allowance> {
  const allowance = await allowSend(parts, client, to, purpose, userId);
  await parts.oneTimeTokens.noteAsker(parts.db, { ip: client.ip, sentTo: addressOf(to), kind });
  return allowance;
}
