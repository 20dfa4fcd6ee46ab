import { dropOldest } from '#server/lib/drop-oldest.ts';
import type { Charge, Refusal, SharedLimits } from './shared-limits.ts';

/** Reserved at once, so that few messages need a statement. */
const RESERVED_CHARS = 5_000;
const RESERVATIONS_MAX = 20_000;

type Reservation = { left: number; taking: Promise<Refusal | null> | null };

export type Reservations = {
  /** Never inside a transaction. */
  take(key: string, chars: number, charges: readonly Charge[]): Promise<Refusal | null>;
  refund(key: string, chars: number): void;
};

/** Each process reserves for itself; a restart loses what is left. */
export function createReservations(shared: SharedLimits): Reservations {
  const reservations = new Map<string, Reservation>();

  const reservationOf = (key: string): Reservation => {
    const reservation = reservations.get(key) ?? { left: 0, taking: null };
    reservations.delete(key);
    reservations.set(key, reservation);
    dropOldest(reservations, RESERVATIONS_MAX);
    return reservation;
  };

  const reserve = async (
    reservation: Reservation,
    chars: number,
    charges: readonly Charge[],
  ): Promise<Refusal | null> => {
    try {
      const cost = Math.max(RESERVED_CHARS, chars - reservation.left);
      const refusal = await shared.take(charges.map((charge) => ({ ...charge, cost })));
      if (refusal === null) reservation.left += cost;
      return refusal;
    } finally {
      reservation.taking = null;
    }
  };

  return {
    async take(key, chars, charges) {
      const reservation = reservationOf(key);
      while (reservation.left < chars) {
        const refusal = await (reservation.taking ??= reserve(reservation, chars, charges));
        if (refusal !== null) return refusal;
      }
      reservation.left -= chars;
      return null;
    },
    refund: (key, chars) => void (reservationOf(key).left += chars),
  };
}
