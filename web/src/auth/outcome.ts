import type { WeakPasswordReason } from '@hereabouts/contract/passwords';

export type AuthProblem =
  /** `message` is shown to people. */
  | { kind: 'refused'; code: string | null; message: string; reasons: readonly WeakPasswordReason[] }
  /** No response, or one that asks to retry; `message` is the service's text, or null. */
  | { kind: 'unreachable'; message: string | null };

export type AuthOutcome<T = null> = { ok: true; value: T } | { ok: false; problem: AuthProblem };

export const refusalCode = (outcome: AuthOutcome<unknown>): string | null =>
  !outcome.ok && outcome.problem.kind === 'refused' ? outcome.problem.code : null;

type ClientError = {
  name: string;
  message: string;
  status?: number | undefined;
  code?: string | undefined;
  reasons?: readonly string[];
};

/** What a call of the auth client came to; `value` counts where there is no error. */
export type ClientResult<T> = { error: ClientError | null; value: T };

export function problemOf(error: ClientError): AuthProblem {
  if (error.name === 'AuthRetryableFetchError') {
    // Without a status the message is the browser's own, such as "Failed to fetch".
    return { kind: 'unreachable', message: error.status ? error.message : null };
  }
  return {
    kind: 'refused',
    code: error.code ?? null,
    message: error.message,
    reasons: (error.reasons ?? []) as readonly WeakPasswordReason[],
  };
}

/** Never rejects: every failure becomes a value. */
export async function outcomeOf<T>(run: () => Promise<ClientResult<T>>): Promise<AuthOutcome<T>> {
  try {
    const { error, value } = await run();
    return error === null ? { ok: true, value } : { ok: false, problem: problemOf(error) };
  } catch {
    // The client's script did not load.
    return { ok: false, problem: { kind: 'unreachable', message: null } };
  }
}
