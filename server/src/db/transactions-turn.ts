import { currentRequester } from '#server/async/requester.ts';
import type { WaitKind, Wanted } from './wait-queue.ts';

export type TransactionKind = Exclude<WaitKind, 'statement'>;

export type WantedTransaction = Wanted & { readonly kind: TransactionKind };

export function wantedTransaction(isUrgent: boolean): WantedTransaction {
  const bulkChange = isUrgent ? null : (currentRequester()?.bulkChange ?? null);
  if (bulkChange !== null) return { kind: 'bulk', ...bulkChange };
  return { kind: isUrgent ? 'urgent' : 'transaction', lockedEventId: null };
}

/** Urgent transactions take turns with all others together; among those, bulk changes take turns with the rest. So a flood of one
 * kind does not keep another waiting. */
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
