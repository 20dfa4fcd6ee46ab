import type * as z from 'zod/mini';

type Schema = z.ZodMiniType;

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `write`: limited per minute. `automatic`: sent by a page itself, limited apart. `revocation`: withdraws a consent,
 * right or invitation; never limited (LIVE-10), so a repeated one must write nothing and notify nobody. */
export type RequestLimit = 'write' | 'revocation' | 'automatic';

export type Operation = {
  readonly summary: string;
  readonly params?: Schema;
  readonly query?: Schema;
  /** JSON, or `'image'`: one multipart field `file`. */
  readonly body?: Schema | 'image';
  readonly status: 200 | 201 | 204;
  readonly response?: Schema;
  readonly signedOutMessage?: string;
  /** Default: `write`, none for GET. A function decides by the parsed body, `by_effect` leaves it to the server. */
  readonly limit?: RequestLimit | 'by_effect' | ((body: never) => RequestLimit);
  /** The response has a list, or can exceed 100 kB: few are read at once. */
  readonly heavy?: true;
  /** Writes for each guest of a list, as news to all of them: few of these run at once, one for a person. `exclusive`: locks its
   * event, so only one for an event. */
  readonly bulk?: 'exclusive' | 'shared';
};

/** `user` needs an account; `any_user` takes an anonymous one too (GUEST-05); `optional`: a session counts but is not needed. */
type Address = {
  readonly method: HttpMethod;
  readonly path: string;
  readonly access: 'anyone' | 'optional' | 'any_user' | 'user';
};

declare const operation: unique symbol;
export type Route<O extends Operation = Operation> = Address & { readonly [operation]?: O };
export type OperationOf<R extends Route> = R extends { readonly [operation]?: infer O }
  ? NonNullable<O>
  : never;

/** Types the map of operations; returns it unchanged. */
export const operations = <const T extends Record<string, Operation>>(definitions: T): T => definitions;

/** Binds each operation to its method and path; a missing one does not compile. */
export const routesOf =
  <T extends Record<string, Operation>>() =>
  <const A extends { readonly [K in keyof T]: Address }>(addresses: A) =>
    addresses as { readonly [K in keyof T]: A[K & keyof A] & Route<T[K]> };

type Output<S> = S extends Schema ? z.output<S> : undefined;
type Input<S> = S extends Schema ? z.input<S> : undefined;
type Field<R, K extends PropertyKey> = R extends { readonly [P in K]: infer V } ? V : undefined;

export type ParamsOf<R extends Route> = Output<Field<OperationOf<R>, 'params'>>;
export type QueryOf<R extends Route> = Output<Field<OperationOf<R>, 'query'>>;
export type BodyOf<R extends Route> = Output<Field<OperationOf<R>, 'body'>>;
export type ResponseOf<R extends Route> = Output<Field<OperationOf<R>, 'response'>>;

type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };
/** A part is optional if all its fields are. */
type Loose<T> = { [K in keyof T as object extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as object extends T[K] ? K : never]?: T[K];
};
export type CallOf<R extends Route> = Loose<
  Present<{
    params: Input<Field<OperationOf<R>, 'params'>>;
    query: Input<Field<OperationOf<R>, 'query'>>;
    body: Field<OperationOf<R>, 'body'> extends 'image' ? Blob : Input<Field<OperationOf<R>, 'body'>>;
  }>
>;
