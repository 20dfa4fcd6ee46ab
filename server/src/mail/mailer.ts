import { createTransport, type SendMailOptions } from 'nodemailer';
import { MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/clock.ts';
import { MAILS_AT_ONCE, SMTP_CONNECTIONS_MIN, type Config } from '#server/config.ts';
import { JobLaterError, JobRefusedError } from '#server/jobs/job.ts';
import { createOutbox } from './outbox.ts';
import type { Asked, TurnRule } from '#server/jobs/turns.ts';
import { createQuickDomains } from './quick-domains.ts';
import { createRelayConnections, type RelayConnections } from './relay-connections.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Readonly<Record<string, string>>;
};

export type MailsInTurn = { concurrency: number; turns: TurnRule; timeoutMs: number };

export type Mailer = {
  /** `id`: the Message-ID, the same at each attempt to send the same words. `kind`: of the job. @throws JobRefusedError when the
   * recipient is refused for good, JobLaterError as `QuickDomains`, MailError otherwise */
  send(mail: Mail, id: string, kind: string, asked?: Asked): Promise<void>;
  /** For the jobs of mails that anybody can cause. */
  readonly inTurn: MailsInTurn;
  /** Sends nothing. @throws MailError */
  verify(): Promise<void>;
  close(): void;
};

export type MailerParts = {
  config: Pick<Config, 'smtpUrl' | 'smtpConnectionsMax' | 'mailFrom' | 'dataDir'>;
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'info' | 'debug'>;
};

const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 15_000;
/** What the mail server is sent it may take, however late it says so: an attempt is not given up before its connection, as the next
 * one would send the mail again. Longer than a dozen answers that each take `IDLE_TIMEOUT_MS`. */
export const SEND_TIMEOUT_MS = 4 * MINUTE_MS;
/** A usual mail takes less. */
const QUICK_MS = 250;

/** Many mails to domains that answer slowly delay only those who cause them. If the mail server takes few connections, half of them
 * stay free for quick mails. */
const inTurn = (connections: Pick<RelayConnections, 'max'>): MailsInTurn => ({
  concurrency: MAILS_AT_ONCE,
  timeoutMs: SEND_TIMEOUT_MS,
  turns: { each: 2, group: 'mails', aside: { afterMs: QUICK_MS, max: () => slowMax(connections) } },
});

const slowMax = ({ max }: Pick<RelayConnections, 'max'>): number =>
  max - Math.min(SMTP_CONNECTIONS_MIN, Math.ceil(max / 2));

/** Its message leaves out the server's reply, which may contain the recipient's address. */
export class MailError extends Error {
  override readonly name = 'MailError';
}

export function createMailer({ config, clock, log }: MailerParts): Mailer {
  return config.smtpUrl === null
    ? outboxMailer({ config, clock, log })
    : smtpMailer({ ...config, smtpUrl: config.smtpUrl }, clock);
}

function compose(
  mail: Mail,
  { id, from, clock }: { id: string; from: string; clock: Clock },
): SendMailOptions {
  const domain = from.split('@').at(-1)?.replace(/>.*$/, '') ?? 'localhost';
  return {
    messageId: `<${id}@${domain}>`,
    from,
    // An object, so that special characters cannot add addresses.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: new Date(clock.now()),
    // Suppresses out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

type SmtpConfig = { smtpUrl: string } & Pick<Config, 'smtpConnectionsMax' | 'mailFrom'>;

function smtpMailer({ smtpUrl: url, smtpConnectionsMax, mailFrom: from }: SmtpConfig, clock: Clock): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: smtpConnectionsMax,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: IDLE_TIMEOUT_MS,
    // Where a connection ends before the mail server's greeting.
    maxRequeues: 1,
  });
  const connections = createRelayConnections(smtpConnectionsMax, clock, isRefusedConnection);
  const quickDomains = createQuickDomains(clock, () => slowMax(connections));
  return {
    inTurn: inTurn(connections),
    async send(mail, id, kind, asked = {}) {
      const send = () => connections.use(() => transport.sendMail(compose(mail, { id, from, clock })));
      await quickDomains.send({ to: mail.to, kind, ...asked }, send).catch((error: unknown) => {
        if (error instanceof JobLaterError) throw error;
        throw isRefusedRecipient(error)
          ? new JobRefusedError(describe(error))
          : new MailError(describe(error));
      });
    },
    async verify() {
      await transport.verify().catch((error: unknown) => {
        throw new MailError(describe(error));
      });
    },
    close: () => transport.close(),
  };
}

type SmtpError = {
  originalCode?: string;
  code?: string;
  command?: string;
  responseCode?: number;
  syscall?: string;
};
const NO_SUCH_MAILBOX: ReadonlySet<number> = new Set([550, 551, 553]);

const isRefusedRecipient = (error: unknown): boolean => {
  const { command, responseCode = 0 } = error as SmtpError;
  return command === 'RCPT TO' && NO_SUCH_MAILBOX.has(responseCode);
};

/** Commands before the recipient is named: later refusals depend on the recipient, whose mail server may be anybody's. */
const OF_CONNECTION: ReadonlySet<string | undefined> = new Set(['CONN', 'EHLO', 'HELO', 'MAIL FROM']);
const SERVICE_NOT_AVAILABLE = 421;
/** A mail server that refuses by closing the connection does so at once; a later end may be because of the mail. */
const ENDED_WITHIN_MS = SECOND_MS;

const isRefusedConnection = (error: unknown, tookMs: number): boolean => {
  const { code, command, responseCode, syscall } = error as SmtpError;
  if (responseCode !== undefined) return OF_CONNECTION.has(command) && responseCode === SERVICE_NOT_AVAILABLE;
  const isEnded = syscall === 'read' || code === 'ECONNECTION';
  return syscall === 'connect' || (isEnded && tookMs < ENDED_WITHIN_MS);
};

function describe(error: unknown): string {
  const { command, responseCode, originalCode, code = 'unknown error' } = error as SmtpError;
  return [originalCode ?? code, command && `at ${command}`, responseCode && `answer ${responseCode}`]
    .filter(Boolean)
    .join(', ');
}

const LINK = /https?:\/\/\S+/g;

function outboxMailer({ config, clock, log }: MailerParts): Mailer {
  const outbox = createOutbox(config.dataDir, clock);
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    inTurn: inTurn({ max: config.smtpConnectionsMax }),
    async send(mail, id) {
      const { message } = await transport.sendMail(compose(mail, { id, from: config.mailFrom, clock }));
      const file = await outbox.put(message as Buffer, 'eml');
      log.info({ file }, 'no mail server is set up: mail written to the outbox');
      log.debug({ links: mail.text.match(LINK) ?? [] }, 'links of that mail');
    },
    async verify() {},
    close() {},
  };
}
