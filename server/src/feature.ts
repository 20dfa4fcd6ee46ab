import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import type { DescribePage } from '#server/http/pages/page-tags.ts';
import type { Serve } from './http/serve.ts';
import type { TopicHandler } from './realtime/topic-handler.ts';

export type Stop = () => Promise<void> | void;

export type Feature = {
  /** The result stops what the routes started. */
  readonly routes?: (ctx: Context, serve: Serve, http: FastifyInstance) => Stop | void;
  readonly topic?: { readonly kind: string; readonly handler: (ctx: Context) => TopicHandler };
  readonly describePage?: (ctx: Context) => DescribePage;
  readonly start?: (ctx: Context) => Stop | void;
};
