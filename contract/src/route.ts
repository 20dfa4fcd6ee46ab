import * as z from 'zod/mini';
import { PAGE_MAX } from './limits.ts';

type Schema = z.ZodMiniType;

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What one HTTP call takes and gives; server, browser client and OpenAPI document are all made from it. */
export type RouteDefinition = {
  readonly method: HttpMethod;
  /** OpenAPI style: `/api/events/{eventId}`. */
  readonly path: string;
  readonly summary: string;
  readonly access: 'anyone' | 'user';
  readonly params?: Schema;
  readonly query?: Schema;
  /** JSON body; `'image'` is one multipart file field named `file`. */
  readonly body?: Schema | 'image';
  /** Success status; 204 has no body. */
  readonly status: 200 | 201 | 204;
  readonly response?: Schema;
  /** Replaces the usual text of a 401 where the product has one of its own. */
  readonly signedOutMessage?: string;
};

/** Keeps the literal types of a definition while checking its shape. */
export function route<const R extends RouteDefinition>(definition: R): R {
  return definition;
}

type Output<S> = S extends Schema ? z.output<S> : undefined;
type Input<S> = S extends Schema ? z.input<S> : undefined;
type Field<R, K extends PropertyKey> = R extends { readonly [P in K]: infer V } ? V : undefined;

/** What the handler of a route receives, parsed. */
export type ParamsOf<R extends RouteDefinition> = Output<Field<R, 'params'>>;
export type QueryOf<R extends RouteDefinition> = Output<Field<R, 'query'>>;
export type BodyOf<R extends RouteDefinition> = Output<Field<R, 'body'>>;
/** What a route answers. */
export type ResponseOf<R extends RouteDefinition> = Output<Field<R, 'response'>>;

type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };
/** A part whose every field may be left out may be left out itself. */
type Loose<T> = { [K in keyof T as object extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as object extends T[K] ? K : never]?: T[K];
};
/** What a caller passes to a route: only the parts it has. */
export type CallOf<R extends RouteDefinition> = Loose<
  Present<{
    params: Input<Field<R, 'params'>>;
    query: Input<Field<R, 'query'>>;
    body: Field<R, 'body'> extends 'image' ? Blob : Input<Field<R, 'body'>>;
  }>
>;

/** Opaque place in a list, given out by the page before. */
export const cursor = z.string().check(z.maxLength(1_000));

/** Query of a list that pages by keyset. */
export const pageQuery = z.object({
  cursor: z.optional(cursor),
  limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(PAGE_MAX))),
});

export const isoTime = z.iso.datetime();
const MOMENT_MIN_MS = Date.UTC(1900, 0, 1);
const MOMENT_MAX_MS = Date.UTC(9999, 0, 1);
/** A moment as a client sends it: any offset; stored in UTC. The years are those every part can write in four digits. */
export const isoTimeInput = z.iso.datetime({ offset: true }).check(
  z.refine((time) => {
    const ms = Date.parse(time);
    return ms >= MOMENT_MIN_MS && ms < MOMENT_MAX_MS;
  }, 'Please choose a date between the years 1900 and 9998'),
);
/** Ids are compared as text: the lower case is the one form. */
export const uuid = z.uuid().check(z.toLowerCase());

/** Whether Postgres can store a text as it is: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Text of at most `max` code units, trimmed. What cannot be stored is refused. */
export const trimmedText = (max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(max, `Please use at most ${max} characters`),
      z.refine(isStorable, 'This text has a character that cannot be stored'),
    );
