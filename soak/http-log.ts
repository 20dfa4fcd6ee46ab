import { ERROR_CODES } from '@hereabouts/contract/errors';

/** What came of a request: an answer, or `lost` with the reason. */
export type Outcome = {
  readonly what: string;
  readonly atMs: number;
  readonly tookMs: number;
  readonly status: number | 'lost';
  /** Of the error envelope. */
  readonly code: string | null;
};

const KNOWN_CODES: ReadonlySet<string> = new Set(ERROR_CODES);

/** Every request of everybody, as its sender saw it. */
export class HttpLog {
  readonly outcomes: Outcome[] = [];

  /** Answers by status and code, other than successes. */
  troubles(fromMs: number): Map<string, number> {
    const counted = new Map<string, number>();
    for (const { status, code, atMs } of this.outcomes) {
      if (atMs < fromMs || (typeof status === 'number' && status < 400)) continue;
      const name = code === null ? String(status) : `${status} ${code}`;
      counted.set(name, (counted.get(name) ?? 0) + 1);
    }
    return counted;
  }

  /** Answers that tell a person nothing, or that the server has failed. */
  findings(): string[] {
    return this.outcomes.flatMap(({ what, status, code }) => {
      if (status === 'lost' || status < 400) return [];
      // The auth service has codes of its own.
      const isKnown = code !== null && (what.startsWith('/auth/') || KNOWN_CODES.has(code));
      return isKnown && status !== 500 ? [] : [`${what} answered ${status} with the code ${code}`];
    });
  }
}
