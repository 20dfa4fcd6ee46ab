import type * as z from 'zod/mini';

type Schema = z.ZodMiniType;

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * What a request counts towards. `write`: changes a person may make in a minute. `revocation`: takes away a consent, a
 * right or an invitation; no rate or overload limit ever refuses it (LIVE-10), so repeated when nothing is left to revoke
 * it must write nothing and notify nobody. `automatic`: sent by a page without the person's doing; a budget of its own,
 * which affects nothing else.
 */
export type RequestLimit = 'write' | 'revocation' | 'automatic';

/** What one HTTP call takes and gives: what the server checks, and the browser knows as types only. */
export type Operation = {
  readonly summary: string;
  readonly params?: Schema;
  readonly query?: Schema;
  /** JSON body; `'image'` is one multipart file field named `file`. */
  readonly body?: Schema | 'image';
  /** Success status; 204 has no body. */
  readonly status: 200 | 201 | 204;
  readonly response?: Schema;
  /** Replaces the usual text of a 401 where the product has one of its own. */
  readonly signedOutMessage?: string;
  /**
   * Default: `write`, and nothing for GET. A function decides by the parsed body; `by_effect` leaves it to the server,
   * which knows what the request would change.
   */
  readonly limit?: RequestLimit | 'by_effect' | ((body: never) => RequestLimit);
  /** Its answer can be longer than 200 kB: few of these are read at once, for a person and in all. */
  readonly heavy?: true;
};

type Address = {
  readonly method: HttpMethod;
  /** OpenAPI style: `/api/events/{eventId}`. */
  readonly path: string;
  readonly access: 'anyone' | 'user';
};

declare const operation: unique symbol;
/** How one HTTP call is addressed, as plain data; its operation is part of the type alone. */
export type Route<O extends Operation = Operation> = Address & { readonly [operation]?: O };
export type OperationOf<R extends Route> = R extends { readonly [operation]?: infer O }
  ? NonNullable<O>
  : never;

/** Keeps the literal types of operations while checking their shape. */
export const operations = <const T extends Record<string, Operation>>(definitions: T): T => definitions;

/** The routes of these operations, one for each. */
export const routesOf =
  <T extends Record<string, Operation>>() =>
  <const A extends { readonly [K in keyof T]: Address }>(addresses: A) =>
    addresses as { readonly [K in keyof T]: A[K & keyof A] & Route<T[K]> };

type Output<S> = S extends Schema ? z.output<S> : undefined;
type Input<S> = S extends Schema ? z.input<S> : undefined;
type Field<R, K extends PropertyKey> = R extends { readonly [P in K]: infer V } ? V : undefined;

/** What the handler of a route receives, parsed. */
export type ParamsOf<R extends Route> = Output<Field<OperationOf<R>, 'params'>>;
export type QueryOf<R extends Route> = Output<Field<OperationOf<R>, 'query'>>;
export type BodyOf<R extends Route> = Output<Field<OperationOf<R>, 'body'>>;
/** What a route answers. */
export type ResponseOf<R extends Route> = Output<Field<OperationOf<R>, 'response'>>;

type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };
/** A part whose every field may be left out may be left out itself. */
type Loose<T> = { [K in keyof T as object extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as object extends T[K] ? K : never]?: T[K];
};
/** What a caller passes to a route: only the parts it has. */
export type CallOf<R extends Route> = Loose<
  Present<{
    params: Input<Field<OperationOf<R>, 'params'>>;
    query: Input<Field<OperationOf<R>, 'query'>>;
    body: Field<OperationOf<R>, 'body'> extends 'image' ? Blob : Input<Field<OperationOf<R>, 'body'>>;
  }>
>;
