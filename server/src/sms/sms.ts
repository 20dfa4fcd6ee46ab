import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import { createOutbox } from '#server/mail/outbox.ts';

export type TextMessage = {
  /** E.164. */
  to: string;
  text: string;
};

export type Sms = {
  /** `id`: the same at each attempt to send the same words. @throws unless the webhook answers 2xx in time */
  send(message: TextMessage, id: string): Promise<void>;
};

export type SmsParts = {
  config: Pick<Config, 'smsWebhookUrl' | 'dataDir'>;
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'info'>;
};

const ANSWER_TIMEOUT_MS = 10_000;

export function createSms({ config, clock, log }: SmsParts): Sms {
  const { smsWebhookUrl } = config;
  if (smsWebhookUrl !== null) return { send: (message, id) => post(smsWebhookUrl, { message, id }, clock) };
  const outbox = createOutbox(config.dataDir, clock);
  return {
    async send({ to, text }) {
      const file = await outbox.put(`To: ${to}\n\n${text}\n`, 'sms');
      log.info({ file }, 'no SMS webhook is set up: message written to the outbox');
    },
  };
}

async function post(
  url: string,
  { message, id }: { message: TextMessage; id: string },
  clock: Clock,
): Promise<void> {
  const abort = new AbortController();
  const cancel = clock.after(ANSWER_TIMEOUT_MS, () =>
    abort.abort(new Error('The SMS webhook did not answer in time')),
  );
  try {
    const response = await fetch(url, {
      method: 'POST',
      // A message may have been taken although the answer was late.
      headers: { 'content-type': 'application/json', 'idempotency-key': id },
      body: JSON.stringify(message),
      redirect: 'error',
      signal: abort.signal,
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The SMS webhook answered ${response.status}`);
  } finally {
    cancel();
  }
}
