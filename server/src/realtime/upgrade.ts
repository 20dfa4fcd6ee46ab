import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { WebSocketServer, type WebSocket } from 'ws';
import type { SessionControl } from './control.ts';
import { readToken, refuseUpgrade, speaksOurVersion, upgradeProblem } from './handshake.ts';
import type { Authenticate } from './receive.ts';
import { UpgradePlaces, type UpgradePlace } from './upgrade-places.ts';

type Authenticated = NonNullable<Awaited<ReturnType<Authenticate>>>;
/** A refused client gets the reason over the socket. */
export type Upgraded = { ws: WebSocket; stream: Duplex; from: string } & (
  | { who: Authenticated }
  | { refused: Refusal }
);
type Refusal = 'unauthenticated' | 'unsupported_version';
type Upgrade = {
  request: IncomingMessage;
  stream: Duplex;
  head: Buffer;
  from: string;
  place: UpgradePlace;
};

export type UpgraderParts = {
  authenticate: Authenticate;
  addressOf: (request: IncomingMessage) => string;
  publicUrl: string | null;
  messageMaxBytes: number;
  upgradesPerAddress: number;
  accepting: () => boolean;
  /** Resolves when ended sessions are received. */
  ready: Promise<unknown>;
  onSocket: (upgraded: Upgraded) => void;
  log: Pick<FastifyBaseLogger, 'warn'>;
};

export class Upgrader {
  readonly #parts: UpgraderParts;
  readonly #server: WebSocketServer;
  readonly #places: UpgradePlaces;
  /** Pending handshakes, each with the session endings received meanwhile. */
  readonly #underWay = new Set<SessionControl[]>();

  constructor(parts: UpgraderParts) {
    this.#parts = parts;
    this.#places = new UpgradePlaces(parts.upgradesPerAddress);
    // Each handshake awaits the failure; this marks it as handled.
    parts.ready.catch(() => {});
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: parts.messageMaxBytes,
      handleProtocols: (offered) => (offered.has('phoenix') ? 'phoenix' : false),
    });
  }

  handle(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    stream.on('error', hangUp);
    const problem = upgradeProblem(request, this.#parts.publicUrl);
    if (problem !== null) return refuseUpgrade(stream, problem);
    if (!this.#parts.accepting()) return refuseUpgrade(stream, 503);
    const from = this.#parts.addressOf(request);
    const place = this.#places.take(from);
    if (place === null) refuseUpgrade(stream, 503);
    else void this.#accept({ request, stream, head, from, place });
  }

  ended(control: SessionControl): void {
    for (const controls of this.#underWay) controls.push(control);
  }

  async #accept({ request, stream, head, from, place }: Upgrade): Promise<void> {
    const controls: SessionControl[] = [];
    this.#underWay.add(controls);
    try {
      await this.#parts.ready;
      const token = readToken(request.headers['sec-websocket-protocol']);
      const { headers } = request;
      const who = token === null ? null : await this.#parts.authenticate(token, { headers, from });
      if (!this.#parts.accepting()) return refuseUpgrade(stream, 503);
      this.#server.handleUpgrade(request, stream, head, (ws) => {
        stream.off('error', hangUp);
        const refuse = (refused: Refusal) => {
          place.refuse(ws);
          this.#parts.onSocket({ ws, stream, from, refused });
        };
        if (!speaksOurVersion(request)) refuse('unsupported_version');
        else if (who === null || controls.some((control) => endsSessionOf(control, who)))
          refuse('unauthenticated');
        else this.#parts.onSocket({ ws, stream, from, who });
      });
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'a socket could not be authenticated');
      refuseUpgrade(stream, 503);
    } finally {
      this.#underWay.delete(controls);
      place.leave();
    }
  }
}

/** A peer that leaves during the handshake is no failure. */
function hangUp(this: Duplex): void {
  this.destroy();
}

const endsSessionOf = (control: SessionControl, { viewer }: Authenticated): boolean =>
  control.type === 'session_ended'
    ? control.sessionId === viewer.sessionId
    : control.userId === viewer.userId;
