type Flushable = { flush(): void };

/**
 * Gathers what is said during one turn of the event loop and writes it at the turn's end: a burst on a topic becomes
 * one buffer, made once for all its members, and a socket is written to once. Rooms come first because they hand
 * their buffer to connections.
 */
export class WriteBatch {
  #rooms: Flushable[] = [];
  #connections: Flushable[] = [];
  #scheduled = false;

  /** The caller marks a room once until it has been flushed. */
  addRoom(room: Flushable): void {
    this.#rooms.push(room);
    this.#schedule();
  }

  addConnection(connection: Flushable): void {
    this.#connections.push(connection);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    // oxlint-disable-next-line hereabouts/injected-clock -- the end of this turn, not a time
    setImmediate(() => this.#end());
  }

  #end(): void {
    const rooms = this.#rooms;
    this.#rooms = [];
    for (const room of rooms) room.flush();
    const connections = this.#connections;
    this.#connections = [];
    this.#scheduled = false;
    for (const connection of connections) connection.flush();
  }
}
