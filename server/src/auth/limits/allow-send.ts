import { isKnownBrowser } from '#server/auth/sessions/known-browsers.ts';
import { hashToken } from '#server/auth/tokens/opaque-tokens.ts';
import type { AuthParts, Client } from '#server/auth/parts.ts';
import type { SendPurpose } from '#server/rate-limits/policies.ts';
import { isProved, type Allowance, type OwnBrowser } from './send-limits.ts';
import { checkSmsTarget } from './sms-targets.ts';
import { findUserBy, type Identifier } from '#server/auth/accounts/user-repo.ts';

type Parts = Pick<AuthParts, 'clock' | 'config' | 'db' | 'limits'>;
type Asker = Pick<Client, 'ip' | 'requestId' | 'browserToken'>;

/** Checked before anything is sent and without a look-up: the answer reveals nothing about accounts. @throws WireError */
export async function allowSend(
  parts: Parts,
  client: Asker,
  to: Identifier,
  purpose: SendPurpose,
  userId?: string,
): Promise<Allowance> {
  if (to.phone !== undefined) checkSmsTarget(to.phone, parts.config);
  const { ip, requestId } = client;
  return await parts.limits.takeSend({
    ip,
    requestId,
    to,
    purpose,
    userId,
    own: () => ownBrowser(parts, client, to),
  });
}

async function ownBrowser(parts: Parts, { browserToken }: Asker, to: Identifier): Promise<OwnBrowser | null> {
  if (browserToken === undefined) return null;
  const user = await findUserBy(parts.db, to);
  if (user === undefined || !(await isKnownBrowser(parts, { browserToken }, user.id))) return null;
  return { id: hashToken(browserToken), isProved: isProved(user, to) };
}
