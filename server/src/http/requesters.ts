import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { createRequester, runFor, type Requester } from '#server/async/requester.ts';
import { turnKey } from '#server/rate-limits/address-key.ts';

declare module 'fastify' {
  interface FastifyRequest {
    requester: Requester;
  }
}

/** Without the database. Null for whoever cannot be told apart: anybody can invent tokens and cookies. */
export type PersonOf = (headers: IncomingHttpHeaders) => string | null;

/** Call it first: other hooks and the handlers run in the requester's name. One that lets requests wait goes on by `runFor`. */
export function rememberRequesters(app: FastifyInstance, personOf: PersonOf): void {
  app.decorateRequest('requester', null as never);
  app.addHook('onRequest', (request, _reply, done) => {
    request.requester = createRequester(turnKey(request.ip), personOf(request.headers) ?? undefined);
    runFor(request.requester, done);
  });
  app.addHook('onResponse', (request, _reply, done) => {
    request.requester.isAnswered = true;
    done();
  });
}
