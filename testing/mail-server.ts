import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type MailServer = {
  readonly url: string;
  /** Every mail taken so far, as it came. */
  readonly received: { raw: Buffer; envelope: string[] }[];
  /** From now on recipients are refused with this answer, or taken again with null. */
  refuse(code: number | null): void;
  /** From now on recipients that end with this get no answer, until null answers them too. */
  hang(ending: string | null): void;
  /** How many mails wait because of that. */
  hanging(): number;
  stop(): Promise<void>;
};

/** Of a connection beyond `maxClients`. */
export type MailServerRefusal = 'answer' | 'reset' | 'end';

/** A mail server on this machine that keeps what it is given. Connections beyond `maxClients` it answers with 421, resets, or ends
 * without a greeting. */
export async function startMailServer(
  maxClients = Infinity,
  beyond: MailServerRefusal = 'answer',
): Promise<MailServer> {
  const isAnswered = beyond === 'answer';
  const received: MailServer['received'] = [];
  let refusal: number | null = null;
  let hanging: string | null = null;
  const held: (() => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    ...(isAnswered && { maxClients }),
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      if (hanging !== null && address.endsWith(hanging)) held.push(() => done());
      else if (refusal === null) done();
      else done(Object.assign(new Error(`<${address}> is refused`), { responseCode: refusal }));
    },
    onData(stream, session, done) {
      const envelope = session.envelope.rcptTo.map(({ address }) => address);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({ raw: Buffer.concat(chunks), envelope });
        done();
      });
    },
  });
  let open = 0;
  server.server.prependListener('connection', (socket: Socket) => {
    open += 1;
    socket.once('close', () => (open -= 1));
    if (isAnswered || open <= maxClients) return;
    if (beyond === 'reset') socket.resetAndDestroy();
    else socket.destroy();
  });
  // The server does not know that it has gone.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    received,
    refuse: (code) => void (refusal = code),
    hanging: () => held.length,
    hang(ending) {
      hanging = ending;
      if (ending === null) for (const answer of held.splice(0)) answer();
    },
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
