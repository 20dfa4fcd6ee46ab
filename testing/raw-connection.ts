import { once } from 'node:events';
import { connect } from 'node:net';

/** A bare TCP connection to a server, for requests that no HTTP client sends. */
export type RawConnection = {
  write(part: string | Uint8Array): void;
  /** Resolves with all that has been received once it matches. */
  received(pattern: RegExp): Promise<string>;
  /** Resolves with all that was received once the server has closed the connection. */
  closed(): Promise<string>;
  readonly isOpen: boolean;
  destroy(): void;
};

export async function openRawConnection(url: string, localAddress?: string): Promise<RawConnection> {
  const { port, hostname } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, localAddress });
  let text = '';
  socket.setEncoding('utf8');
  socket.on('data', (part: string) => (text += part));
  // A connection that is cut may end with a reset.
  socket.on('error', () => {});
  const close = once(socket, 'close');
  await once(socket, 'connect');
  return {
    write: (part) => void socket.write(part),
    async received(pattern) {
      while (!pattern.test(text)) {
        if (socket.closed) throw new Error(`The connection was closed after: ${text}`);
        await Promise.race([once(socket, 'data'), close]);
      }
      return text;
    },
    async closed() {
      await close;
      return text;
    },
    get isOpen() {
      return !socket.closed;
    },
    destroy: () => void socket.destroy(),
  };
}
