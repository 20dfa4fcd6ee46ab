import pg from 'pg';

/** No connection became free in time: the caller may try again later (503). */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError';
}

/** The transaction took too long and was rolled back. */
export class TransactionTimeoutError extends Error {
  override readonly name = 'TransactionTimeoutError';
}

/** COMMIT answered ROLLBACK: an error of one of its statements was swallowed by the caller. */
export class TransactionAbortedError extends Error {
  override readonly name = 'TransactionAbortedError';
}

/** The database cannot be reached, or the connection was lost before the answer. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

const hasCode = (error: unknown, code: string, constraint?: string): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === code &&
  (constraint === undefined || error.constraint === constraint);

/** A row with this key exists already. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  hasCode(error, '23505', constraint);

/** A row that is pointed at is missing, or a row still pointed at was to go. */
export const isForeignKeyViolation = (error: unknown, constraint?: string): boolean =>
  hasCode(error, '23503', constraint);

/** A row breaks a `check` of its table. */
export const isCheckViolation = (error: unknown, constraint?: string): boolean =>
  hasCode(error, '23514', constraint);

/** Two transactions stood in each other's way: running this one again may succeed. */
export const isSerializationFailure = (error: unknown): boolean =>
  hasCode(error, '40001') || hasCode(error, '40P01');

/** A statement was stopped by the server's `statement_timeout`. */
export const isStatementTimeout = (error: unknown): boolean => hasCode(error, '57014');

/** Nothing is wrong with the request: the database is out of reach or too busy, and trying again may help. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof DatabaseUnavailableError ||
  error instanceof DatabaseBusyError ||
  error instanceof TransactionTimeoutError ||
  isSerializationFailure(error) ||
  isStatementTimeout(error);
