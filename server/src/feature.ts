import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import type { DescribePage } from '#server/http/pages/page-tags.ts';
import type { Serve } from './http/serve.ts';
import type { TopicHandler } from './realtime/topic-handler.ts';

export type Stop = () => Promise<void> | void;

/** One after the other, in this order. */
export const stopAll =
  (...stops: Stop[]) =>
  async (): Promise<void> => {
    for (const stop of stops) await stop();
  };

export type Feature = {
  /** The result stops what the routes started. */
  readonly routes?: (ctx: Context, serve: Serve, http: FastifyInstance) => Stop | void;
  readonly topic?: { readonly kind: string; readonly handler: (ctx: Context) => TopicHandler };
  readonly describePage?: (ctx: Context) => DescribePage;
  readonly start?: (ctx: Context) => Stop | void;
};
