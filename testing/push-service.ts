import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pushRoutes, type PushMessage } from '@hereabouts/contract/push';
import type { PushNetwork } from '@hereabouts/server/push/transport';
import type { Caller } from './caller.ts';

/** What a device was sent, decrypted with its keys. */
export type Received = {
  device: string;
  message: PushMessage;
  headers: IncomingMessage['headers'];
};
/** How an endpoint answers; `silence`: never. */
export type Answering = { status: number; retryAfter?: string } | 'silence';

export type TestDevice = {
  readonly name: string;
  readonly endpoint: string;
  readonly keys: { p256dh: string; auth: string };
  /** Whatever has reached it. */
  readonly received: Received[];
  /** The texts of all that. */
  bodies(): string[];
  /** As if nothing had reached it yet. */
  forget(): void;
  /** From now on. */
  answer(answering: Answering): void;
  subscribe(person: Caller): Promise<void>;
};

export type TestPushService = {
  readonly origin: string;
  /** For `startTestApp`: this service alone is reached, and no name is looked up. */
  readonly network: PushNetwork;
  /** In the order of arrival; also what was not taken. */
  readonly received: Received[];
  device(name?: string): TestDevice;
  stop(): Promise<void>;
};

const SALT_BYTES = 16;
const HEADER_BYTES = 21;
const TAG_BYTES = 16;

/** RFC 8291 and 8188, of a message in one record. */
function decrypt(body: Buffer, key: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, SALT_BYTES);
  const sender = body.subarray(HEADER_BYTES, HEADER_BYTES + body[HEADER_BYTES - 1]!);
  const sealed = body.subarray(HEADER_BYTES + sender.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), key.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', key.computeSecret(sender), auth, info, 32));
  const derive = (label: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${label}\0`, bytes));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}

/** A push service on this machine with devices whose keys it has, so that it can read what is sent to them. */
export async function startPushService(): Promise<TestPushService> {
  const received: Received[] = [];
  const devices = new Map<string, TestDevice & { take(body: Buffer, request: IncomingMessage): Answering }>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const answering = devices.get(request.url ?? '')?.take(Buffer.concat(chunks), request) ?? {
        status: 404,
      };
      if (answering === 'silence') return;
      response.writeHead(answering.status, {
        location: '/elsewhere',
        ...(answering.retryAfter && { 'retry-after': answering.retryAfter }),
      });
      response.end('words that nobody may see');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    network: {
      lookup: () => {
        throw new Error('Nothing is looked up');
      },
      trustedOrigin: origin,
    },
    received,
    device(name = `device ${devices.size + 1}`) {
      const key = createECDH('prime256v1');
      key.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(12).toString('base64url')}`;
      const own: Received[] = [];
      let answering: Answering = { status: 201 };
      const device = {
        name,
        endpoint: `${origin}${path}`,
        keys: { p256dh: key.getPublicKey('base64url'), auth: auth.toString('base64url') },
        received: own,
        bodies: () => own.map(({ message }) => message.body),
        forget: () => void (own.length = 0),
        answer: (next: Answering) => void (answering = next),
        async subscribe(person: Caller) {
          await person.ok(pushRoutes.subscribeToPush, {
            body: { endpoint: device.endpoint, keys: device.keys },
          });
        },
        take(body: Buffer, request: IncomingMessage) {
          const message = JSON.parse(decrypt(body, key, auth)) as PushMessage;
          const arrived = { device: name, message, headers: request.headers };
          own.push(arrived);
          received.push(arrived);
          return answering;
        },
      };
      devices.set(path, device);
      return device;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
