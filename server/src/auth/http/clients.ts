import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Client } from '#server/auth/parts.ts';
import { readChallenge } from '#server/auth/codes/pkce.ts';
import { describeAgent } from '#server/auth/sessions/agent.ts';
import { isBrowser, readBrowserCookie } from './browser-cookie.ts';
import { linkOrigin } from './link-origin.ts';

export type Query = FastifyRequest<{ Querystring: Record<string, string | string[] | undefined> }>;

export type Handler = (request: Query, reply: FastifyReply) => Promise<unknown>;

/** The first of a repeated one. */
export const single = (value: string | string[] | undefined): string | undefined =>
  (Array.isArray(value) ? value[0] : value) || undefined;

export const readClient = (request: Query, publicUrl: string | null): Client => ({
  ip: request.ip,
  requestId: request.id,
  isBrowser: isBrowser(request),
  agent: describeAgent(request.headers['user-agent']),
  browserToken: readBrowserCookie(request, publicUrl),
  origin: linkOrigin(request, publicUrl),
  redirectTo: single(request.query.redirect_to),
  challenge: null,
});

/** @throws WireError for a malformed challenge */
export const readAsker = (request: Query, publicUrl: string | null): Client => ({
  ...readClient(request, publicUrl),
  challenge: readChallenge(request.body),
});
