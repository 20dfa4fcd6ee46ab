import { OTHER_BROWSER_TEXT } from '@hereabouts/contract/errors';
import type { FastifyRequest } from 'fastify';
import type { Context } from '#server/context.ts';
import { HttpError } from './errors.ts';
import type { Viewer } from './viewer.ts';

/** For what outlives an access token. @throws HttpError `forbidden` without the cookie of a browser's session */
export async function requireOwnBrowser(
  { auth }: Pick<Context, 'auth'>,
  request: FastifyRequest,
  viewer: Viewer,
): Promise<void> {
  if (!(await auth.isFromItsBrowser(request, viewer))) throw new HttpError('forbidden', OTHER_BROWSER_TEXT);
}
