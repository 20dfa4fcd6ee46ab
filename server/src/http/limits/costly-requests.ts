import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { NO_LENGTH, refuseOnStream } from './unreadable-requests.ts';
import { whenClosed } from '#server/http/when-closed.ts';

/** Requests of one connection without a response. Browsers and proxies wait for each response (RFC 9112, 9.3.2), but the next
 * request may arrive before Node counts the last response as sent. */
export const UNANSWERED_MAX = 2;

/** Per connection, answered or not: Node answers some without a `request` event. */
const PER_TICK_MAX = 8;

/** From `onIncoming` for an upgrade: Node's parser stops reading. */
const STOP_READING = 2;

type Parser = { onIncoming: (request: IncomingMessage, shouldKeepAlive: boolean) => number };

/** Closes connections that send what costs far more to parse than to send: thousands of pipelined requests, or chunks of one
 * byte. Browsers and proxies do neither (RFC 9112, 6.3). */
export function refuseCostlyRequests(server: Server): void {
  const unanswered = new WeakMap<Socket, number>();
  const ticks = countTicks();

  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    unanswered.set(socket, (unanswered.get(socket) ?? 0) + 1);
    whenClosed(response, () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
  });

  const guard = (socket: Socket) => {
    // `parser` is undocumented; a test notices when it is gone.
    const { parser } = socket as Socket & { parser?: Parser | null };
    if (!parser) return;
    const { onIncoming } = parser;
    let tick = -1;
    let inTick = 0;
    parser.onIncoming = (request, shouldKeepAlive) => {
      if (request.headers['transfer-encoding'] !== undefined) {
        refuseOnStream(socket, randomUUID(), NO_LENGTH);
        return STOP_READING;
      }
      const now = ticks.current();
      inTick = now === tick ? inTick + 1 : 1;
      tick = now;
      if (inTick <= PER_TICK_MAX && (unanswered.get(socket) ?? 0) < UNANSWERED_MAX) {
        return onIncoming(request, shouldKeepAlive);
      }
      socket.destroy();
      return STOP_READING;
    };
  };
  // Only one of them has a parser.
  server.on('connection', guard).on('secureConnection', guard);
}

function countTicks(): { current(): number } {
  let tick = 0;
  let isScheduled = false;
  return {
    current() {
      if (!isScheduled) {
        isScheduled = true;
        // oxlint-disable-next-line hereabouts/injected-clock -- the end of this tick, not a time
        setImmediate(() => {
          isScheduled = false;
          tick += 1;
        });
      }
      return tick;
    },
  };
}
