import { newsMailRoutes } from '@hereabouts/contract/news-mails';
import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { createInVisitTurn } from '#server/http/queues/request-turns.ts';
import type { Serve } from '#server/http/serve.ts';
import { stopNewsMails } from './service.ts';

const ONE_CLICK_MAX_BYTES = 1_000;

export function serveNewsMails(ctx: Context, serve: Serve, http: FastifyInstance): void {
  serve(newsMailRoutes.stopNewsMails, async ({ params }) => {
    await stopNewsMails(ctx, params.token);
    return undefined;
  });

  const inTurn = createInVisitTurn();
  // RFC 8058: mail programs post a form to the page's address.
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null));
    scope.post<{ Params: { token: string } }>(
      '/unsubscribe/:token',
      { bodyLimit: ONE_CLICK_MAX_BYTES },
      async (request, reply) => {
        await inTurn(request, () => stopNewsMails(ctx, request.params.token), 'revocation');
        return reply.code(200).send();
      },
    );
  });
}
