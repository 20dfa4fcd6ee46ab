import { ERROR_CODES } from '@hereabouts/contract/errors';

/** What came of a request: an answer, or `lost` with the reason. */
export type Outcome = {
  readonly what: string;
  readonly atMs: number;
  readonly status: number | 'lost';
  /** Of the error envelope. */
  readonly code: string | null;
};

const KNOWN_CODES: ReadonlySet<string> = new Set(ERROR_CODES);

/** Requests that did not succeed, of everybody, as their sender saw it. */
export class HttpLog {
  readonly #failures: Outcome[] = [];

  add(outcome: Outcome): void {
    if (outcome.status === 'lost' || outcome.status >= 400) this.#failures.push(outcome);
  }

  get count(): number {
    return this.#failures.length;
  }

  /** Answers by status and code, other than successes. */
  failures(fromMs: number): Map<string, number> {
    const counted = new Map<string, number>();
    for (const { status, code, atMs } of this.#failures) {
      if (atMs < fromMs) continue;
      const name = code === null ? String(status) : `${status} ${code}`;
      counted.set(name, (counted.get(name) ?? 0) + 1);
    }
    return counted;
  }

  /** Answers that tell a person nothing, or that the server has failed. */
  findings(): string[] {
    return this.#failures.flatMap(({ what, status, code }) => {
      if (status === 'lost') return [];
      // The auth service has codes of its own.
      const isKnown = code !== null && (what.startsWith('/auth/') || KNOWN_CODES.has(code));
      return isKnown && status !== 500 ? [] : [`${what} answered ${status} with the code ${code}`];
    });
  }
}
