import { currentRequester } from '#server/async/requester.ts';
import type { WaitKind } from './wait-queue.ts';

export type TransactionKind = Exclude<WaitKind, 'statement'>;

/** Of a transaction of the current requester. */
export function transactionKind(isUrgent: boolean): TransactionKind {
  if (isUrgent) return 'urgent';
  return currentRequester()?.isBulk === true ? 'bulk' : 'transaction';
}

/** Urgent transactions take turns with all others, and of those bulk changes with the rest: a flood of one kind must not keep
 * another waiting. */
export class TransactionsTurn {
  #wasUrgent = false;
  #wasBulk = true;

  next(isWaiting: (kind: TransactionKind) => boolean): TransactionKind | null {
    const others = this.#wasBulk ? (['transaction', 'bulk'] as const) : (['bulk', 'transaction'] as const);
    const order = this.#wasUrgent ? ([...others, 'urgent'] as const) : (['urgent', ...others] as const);
    return order.find(isWaiting) ?? null;
  }

  begin(kind: TransactionKind): void {
    this.#wasUrgent = kind === 'urgent';
    if (kind !== 'urgent') this.#wasBulk = kind === 'bulk';
  }
}
