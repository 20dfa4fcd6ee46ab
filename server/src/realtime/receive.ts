import type { IncomingHttpHeaders } from 'node:http';
import { CONNECTION_TOPIC, type SendError } from '@hereabouts/contract/realtime';
import { clientMessages } from '@hereabouts/contract/schemas/realtime-messages';
import type { Clock } from '#server/clock.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { RateLimit } from '#server/rate-limits/memory-limit.ts';
import { CLOSE_CODES } from './close-codes.ts';
import type { Connection } from './connection.ts';
import type { Hub } from './hub.ts';
import type { RealtimeLimits } from './limits.ts';
import { parseClientMessage, type ClientMessage } from './wire.ts';

/** Null for an invalid or expired token. `from`: key of the queue of signature checks. */
export type Authenticate = (
  token: string,
  options: { from: string; headers?: IncomingHttpHeaders },
) => Promise<{ viewer: Viewer; expiresAtMs: number } | null>;

type Parts = {
  hub: Hub;
  authenticate: Authenticate;
  messages: Record<'session' | 'user', RateLimit>;
  clock: Clock;
  limits: RealtimeLimits;
};

/** False beyond the limits; a flood closes the socket. */
export function takeMessage({ messages, clock, limits }: Parts, connection: Connection): boolean {
  const { sessionId, userId } = connection.viewer;
  const isWithin =
    connection.takeMessage(clock.now()) &&
    messages.session.take(sessionId) === 0 &&
    messages.user.take(userId) === 0;
  if (isWithin) return true;
  connection.strikes += 1;
  if (connection.strikes > limits.floodMessages) connection.close(CLOSE_CODES.flooding, 'too many messages');
  return false;
}

export function receive(parts: Parts, connection: Connection, text: string): void {
  const message = parseClientMessage(text);
  if (message === null) {
    connection.close(CLOSE_CODES.malformed, 'malformed message');
    return;
  }
  if (!takeMessage(parts, connection)) {
    answerError(connection, message, 'rate_limited');
    return;
  }
  if (message.topic === CONNECTION_TOPIC) receiveOnConnection(parts, connection, message);
  else if (message.event === 'phx_join') parts.hub.join(connection, message);
  else if (message.event === 'phx_leave') parts.hub.leave(connection, message);
  else {
    const answer = parts.hub.push(connection, message);
    if (answer.ok) answerOk(connection, message, answer.reply);
    else answerError(connection, message, answer.reason);
  }
}

function receiveOnConnection(parts: Parts, connection: Connection, message: ClientMessage): void {
  if (message.event === 'heartbeat') answerOk(connection, message);
  else if (message.event === 'access_token') void renewToken(parts, connection, message);
  else answerError(connection, message, 'unknown_event');
}

/** The new token must be of the same person and session, to which the grants belong. */
async function renewToken(parts: Parts, connection: Connection, message: ClientMessage): Promise<void> {
  const payload = clientMessages.access_token.safeParse(message.payload).data;
  const { userId, sessionId } = connection.viewer;
  try {
    // The cookie came with the handshake of the same session.
    const fresh = payload ? await parts.authenticate(payload.token, { from: userId }) : null;
    if (fresh?.viewer.userId !== userId || fresh.viewer.sessionId !== sessionId) {
      answerError(connection, message, 'unauthenticated');
      return;
    }
    connection.extend(fresh.expiresAtMs);
    answerOk(connection, message);
  } catch {
    // The failure is logged; the old token stays valid until it expires.
    answerError(connection, message, 'unavailable');
  }
}

function answerOk(
  connection: Connection,
  { joinRef, ref, topic }: ClientMessage,
  response: object = {},
): void {
  connection.reply(joinRef, ref, topic, { status: 'ok', response });
}

function answerError(
  connection: Connection,
  { joinRef, ref, topic }: ClientMessage,
  reason: SendError,
): void {
  connection.reply(joinRef, ref, topic, { status: 'error', response: { reason } });
}
