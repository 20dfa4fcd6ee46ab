type Flushable = { flush(): void };

/** At the end of a tick: a burst on a topic is one buffer for all members, and each socket is written to once. Rooms first: they
 * pass their buffer to connections. */
export class WriteBatch {
  #rooms: Flushable[] = [];
  #connections: Flushable[] = [];
  #scheduled = false;
  written = 0;

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
    // oxlint-disable-next-line hereabouts/injected-clock -- the end of this tick, not a time
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
