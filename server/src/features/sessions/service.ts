import { ERROR_TEXTS } from '@hereabouts/contract/errors';
import type { OwnSelection } from '#server/auth/sessions/own-sessions.ts';
import type { Context } from '#server/context.ts';
import { HttpError, notFound } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';

/** Also the current one (SESS-01). @throws HttpError `not_found` for others'; `unauthenticated` when the current one has ended */
export async function endSession(ctx: Context, viewer: Viewer, sessionId: string): Promise<void> {
  await end(ctx, viewer, { sessionId });
}

/** Ends all other sessions (SESS-01). @throws HttpError `unauthenticated` */
export async function endOtherSessions(ctx: Context, viewer: Viewer): Promise<void> {
  await end(ctx, viewer, 'others');
}

async function end(ctx: Context, viewer: Viewer, which: OwnSelection): Promise<void> {
  const outcome = await ctx.auth.endOwnSessions(viewer, which);
  if (outcome === 'signed_out') throw new HttpError('unauthenticated', ERROR_TEXTS.unauthenticated);
  if (outcome === 'not_found') throw notFound();
}
