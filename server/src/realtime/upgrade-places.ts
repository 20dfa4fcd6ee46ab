import type { WebSocket } from 'ws';

/** `refused`: the socket, open until it has the reason; null while it is being authenticated. */
type Place = { refused: WebSocket | null };

export type UpgradePlace = {
  /** Keeps the place until the socket closes, or another one of the address needs it. */
  refuse(socket: WebSocket): void;
  /** Gives the place back, unless its socket was refused. */
  leave(): void;
};

/** Limits sockets that cannot be counted for a person yet. Refused ones make room for new ones, so that somebody who opens many
 * leaves some to others at the address. */
export class UpgradePlaces {
  readonly #max: number;
  readonly #byAddress = new Map<string, Set<Place>>();

  constructor(maxPerAddress: number) {
    this.#max = maxPerAddress;
  }

  /** Null while the maximum of the address is being authenticated. */
  take(from: string): UpgradePlace | null {
    if (!this.#hasRoom(from)) return null;
    const place: Place = { refused: null };
    const places = this.#byAddress.get(from) ?? new Set();
    this.#byAddress.set(from, places.add(place));
    return {
      refuse: (socket) => {
        place.refused = socket;
        socket.once('close', () => this.#remove(from, place));
      },
      leave: () => {
        if (place.refused === null) this.#remove(from, place);
      },
    };
  }

  #hasRoom(from: string): boolean {
    const places = this.#byAddress.get(from);
    if (places === undefined || places.size < this.#max) return true;
    const oldest = places.values().find(({ refused }) => refused !== null);
    if (oldest === undefined) return false;
    this.#remove(from, oldest);
    oldest.refused?.terminate();
    return true;
  }

  #remove(from: string, place: Place): void {
    const places = this.#byAddress.get(from);
    places?.delete(place);
    if (places?.size === 0) this.#byAddress.delete(from);
  }
}
