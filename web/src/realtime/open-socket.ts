import { CONNECTION_TOPIC, REALTIME_VERSION } from '@hereabouts/contract/realtime';
import { serverMessages } from '@hereabouts/contract/schemas/realtime-messages';
import { Socket } from 'phoenix';
import { socketTiming } from './timing.ts';

export type SocketEvents = {
  /** Asked at each attempt. */
  token: () => string;
  /** Refused connections in a row. */
  refusals: () => number;
  onOpen: () => void;
  onClose: () => void;
  /** The first message that only accepted clients get. */
  onAccepted: () => void;
  onTokenExpiring: () => void;
  onSessionEnded: () => void;
  /** @param reason undefined if unknown to this page */
  onRefused: (reason: 'unauthenticated' | 'unsupported_version' | (string & {}) | undefined) => void;
};

export function openSocket(url: string, events: SocketEvents): Socket {
  const socket = new Socket(url, {
    ...socketTiming(events.refusals),
    params: { version: REALTIME_VERSION },
    // The client takes a function; its type declarations lag behind.
    authToken: events.token as unknown as string,
  });
  // Phoenix makes no further attempt while it takes its page for hidden, but the title of a hidden chat goes on counting.
  Object.defineProperty(socket, 'pageHidden', { value: false });
  socket.onOpen(events.onOpen);
  socket.onClose(events.onClose);
  socket.onMessage((message) => {
    const { topic, event, payload } = message as { topic: string; event: string; payload: unknown };
    if (topic !== CONNECTION_TOPIC || event === 'phx_reply') events.onAccepted();
    else if (event === 'token_expiring') events.onTokenExpiring();
    else if (event === 'session_ended') events.onSessionEnded();
    else if (event === 'connection_refused') events.onRefused(refusalOf(payload));
  });
  return socket;
}

const refusalOf = (payload: unknown) =>
  serverMessages.connection.connection_refused.safeParse(payload).data?.reason;

export function sendToken(socket: Socket, token: string): void {
  if (!socket.isConnected()) return;
  const ref = socket.makeRef();
  socket.push({ topic: CONNECTION_TOPIC, event: 'access_token', payload: { token }, ref, join_ref: null });
}
