import type { AuthParts, Client } from '#server/auth/parts.ts';
import { FLOW_TOKEN_PREFIX } from '#server/auth/codes/pkce.ts';
import { visitLink } from '#server/auth/codes/verify.ts';
import { single, type Handler, type Query } from './clients.ts';
import { confirmPath, CONFIRMING_TYPES, RESET_PATH, resetPath } from './confirm-path.ts';
import { landingAfterError, withQuery } from './link-landing.ts';
import { redirectPath } from './link-origin.ts';
import { WireError } from '#server/auth/wire-error.ts';

export function createLinkVisit(parts: AuthParts, clientOf: (request: Query) => Client): Handler {
  const { publicUrl } = parts;
  return async (request, reply) => {
    const client = clientOf(request);
    const type = single(request.query.type);
    const path = redirectPath(client.redirectTo, client.origin, type === 'recovery' ? RESET_PATH : '/');
    const token = single(request.query.token);
    if (token !== undefined && CONFIRMING_TYPES.has(type)) {
      // Fetching confirms nothing: the page asks for a click.
      const page = confirmPath({ token, type: 'signup', back: path });
      return reply.redirect(`${publicUrl ?? ''}${page}`, 303);
    }
    if (token !== undefined && type === 'recovery' && !token.startsWith(FLOW_TOKEN_PREFIX)) {
      return reply.redirect(`${publicUrl ?? ''}${resetPath(path, token)}`, 303);
    }
    let landing: string;
    try {
      landing = withQuery(path, { code: await visitLink(parts, client, { type, token }) });
    } catch (error) {
      if (!(error instanceof WireError) || error.status >= 500) throw error;
      landing = landingAfterError(error, { path, isFlow: token?.startsWith(FLOW_TOKEN_PREFIX) ?? false });
    }
    reply.header('referrer-policy', 'no-referrer');
    return reply.redirect(`${publicUrl ?? ''}${landing}`, 303);
  };
}
