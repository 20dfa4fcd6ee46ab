import type { FastifyInstance } from 'fastify';

export type Stopping = { begin(): void; isStopping(): boolean };

/** From `begin` on each answer closes its connection: a request sent while an idle one closes would be lost. */
export function createStopping(app: FastifyInstance): Stopping {
  let isStopping = false;
  app.addHook('onRequest', async (_request, reply) => {
    if (isStopping) void reply.header('connection', 'close');
  });
  return {
    begin() {
      isStopping = true;
    },
    isStopping: () => isStopping,
  };
}
