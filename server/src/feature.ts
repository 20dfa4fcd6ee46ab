import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import type { Serve } from './http/serve.ts';
import type { TopicHandler } from './realtime/topic-handler.ts';

/** Ends what was started and waits for what is still running. */
export type Stop = () => Promise<void> | void;

/** A part of the product as the app starts it; listed in `features.ts`. */
export type Feature = {
  /** Binds its routes; what they leave running is ended by the returned function. */
  readonly routes?: (ctx: Context, serve: Serve, http: FastifyInstance) => Stop | void;
  /** Its topics, `kind:id`. */
  readonly topic?: { readonly kind: string; readonly handler: (ctx: Context) => TopicHandler };
  /** Its work in the background. */
  readonly start?: (ctx: Context) => Stop;
};
