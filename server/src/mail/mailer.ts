import { createTransport, type SendMailOptions } from 'nodemailer';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import { createOutbox } from './outbox.ts';

export type Mail = { to: string; subject: string; text: string; html: string };

export type Mailer = {
  /** @throws when the mail server refuses it */
  send(mail: Mail): Promise<void>;
  close(): void;
};

export type MailerDeps = {
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>;
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'info' | 'debug'>;
};

const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 30_000;
const CONNECTIONS_MAX = 3;

/** SMTP with `SMTP_URL`, else `DATA_DIR/outbox`; links are logged at debug level. */
export function createMailer({ config, clock, log }: MailerDeps): Mailer {
  return config.smtpUrl === null
    ? outboxMailer({ config, clock, log })
    : smtpMailer(config.smtpUrl, config.mailFrom, clock);
}

function compose(mail: Mail, from: string, clock: Clock): SendMailOptions {
  return {
    from,
    // An object, so that special characters cannot add addresses.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: new Date(clock.now()),
    // Suppresses out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function smtpMailer(url: string, from: string, clock: Clock): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: IDLE_TIMEOUT_MS,
  });
  return {
    async send(mail) {
      await transport.sendMail(compose(mail, from, clock));
    },
    close: () => transport.close(),
  };
}

const LINK = /https?:\/\/\S+/g;

function outboxMailer({ config, clock, log }: MailerDeps): Mailer {
  const outbox = createOutbox(config.dataDir, clock);
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(compose(mail, config.mailFrom, clock));
      const file = await outbox.put(message as Buffer, 'eml');
      log.info({ file }, 'no mail server is set up: mail written to the outbox');
      log.debug({ links: mail.text.match(LINK) ?? [] }, 'links of that mail');
    },
    close() {},
  };
}
