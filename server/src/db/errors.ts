import pg from 'pg';

/** Maps to 503: the caller may retry. */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError';
}

export class TransactionTimeoutError extends Error {
  override readonly name = 'TransactionTimeoutError';
}

/** The caller swallowed a statement's error before COMMIT. */
export class TransactionAbortedError extends Error {
  override readonly name = 'TransactionAbortedError';
}

export class NotServableError extends Error {
  override readonly name = 'NotServableError';
}

export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

/** A host name can have several addresses. */
const reasonOf = (cause: unknown): string => {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(', ');
  return cause instanceof Error ? cause.message : String(cause);
};

export const unreachable = (cause: unknown): Error =>
  cause instanceof DatabaseUnavailableError
    ? cause
    : new DatabaseUnavailableError(`The database cannot be reached: ${reasonOf(cause)}`, { cause });

const hasCode = (error: unknown, code: string, constraint?: string): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === code &&
  (constraint === undefined || error.constraint === constraint);

export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  hasCode(error, '23505', constraint);

/** Also if a row that was to be deleted is still referenced. */
export const isForeignKeyViolation = (error: unknown, constraint?: string): boolean =>
  hasCode(error, '23503', constraint);

export const isCheckViolation = (error: unknown, constraint?: string): boolean =>
  hasCode(error, '23514', constraint);

export const isSerializationFailure = (error: unknown): boolean =>
  hasCode(error, '40001') || hasCode(error, '40P01');

/** Nothing was changed. */
export const isLockTimeout = (error: unknown): boolean => hasCode(error, '55P03');

/** A prepared `select *` or `returning *` of a table that was migrated meanwhile. Nothing was changed. */
export const isStalePlan = (error: unknown): boolean =>
  hasCode(error, '0A000') && (error as Error).message.includes('cached plan');

export const isStatementTimeout = (error: unknown): boolean => hasCode(error, '57014');

const STARTING_UP = '57P03';
const TOO_MANY_CONNECTIONS = '53300';

/** True if no server answered, or one that is starting or out of connections; false if a server refused for another reason, such as
 * the user or the database name. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailableError)) return false;
  const { cause } = error;
  if (hasCode(cause, STARTING_UP) || hasCode(cause, TOO_MANY_CONNECTIONS)) return true;
  return !(cause instanceof pg.DatabaseError);
}

/** An earlier statement of the transaction has failed. */
export const isAborted = (error: unknown): boolean => hasCode(error, '25P02');

/** A demoted primary keeps its connections open. */
export const isReadOnly = (error: unknown): boolean => hasCode(error, '25006');

const isDiskFull = (error: unknown): boolean => hasCode(error, '53100');

/** Also with a full lock table. */
const isOutOfMemory = (error: unknown): boolean => hasCode(error, '53200');

export const isUnavailable = (error: unknown): boolean =>
  error instanceof DatabaseUnavailableError ||
  error instanceof DatabaseBusyError ||
  error instanceof TransactionTimeoutError ||
  isSerializationFailure(error) ||
  isLockTimeout(error) ||
  isStatementTimeout(error) ||
  isReadOnly(error) ||
  isDiskFull(error) ||
  isOutOfMemory(error);
