import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { SMTP_CONNECTIONS_MIN } from '@hereabouts/server/config';
import { createMailer } from '@hereabouts/server/mail/mailer';
import { systemClock } from '@hereabouts/server/clock';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { createLog, logSparingly } from './log.ts';

const PERSON = 'lorelei@example.org';

function capture() {
  const lines: string[] = [];
  return { lines, log: createLog('trace', { write: (line) => void lines.push(line) }) };
}

test('OPS-08 a mail server that names the recipient in its refusal does not get the address into the log', async () => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(new Error(`<${address}> is unknown here`)),
  });
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  const { lines, log } = capture();
  const mail = createMailer({
    config: {
      smtpUrl: `smtp://127.0.0.1:${port}`,
      smtpConnectionsMax: SMTP_CONNECTIONS_MIN,
      mailFrom: 'h@example.org',
      dataDir: '/nowhere',
    },
    clock: systemClock,
    log,
  });
  await mail
    .send({ to: PERSON, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }, 'id', 'test')
    .catch((error: unknown) => {
      log.error({ err: error }, 'sending a mail failed');
    });
  mail.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  const text = lines.join('');
  expect(text).toContain('sending a mail failed');
  expect(text).toContain('answer 550');
  expect(text).not.toContain('lorelei');
});

test('OPS-08 an error of the database does not get the values of its row into the log', () => {
  const { lines, log } = capture();
  const error = Object.assign(new Error('duplicate key value violates unique constraint "users_email_key"'), {
    code: '23505',
    detail: `Key (email)=(${PERSON}) already exists.`,
  });
  log.error({ err: error }, 'request failed');
  log.error({ err: new Error('no text message for +447700900123') }, 'sending a text message failed');
  expect(lines.join('')).toContain('23505');
  expect(lines.join('')).toContain('stack');
  expect(lines.join('')).not.toMatch(/lorelei|7700900123/);
});

test('OPS-08 a warning that a stranger can cause is logged once a minute, with the number left out', () => {
  const clock = createFakeClock();
  const lines: unknown[] = [];
  const log = logSparingly({ warn: (...line: unknown[]) => void lines.push(line) } as never, clock);
  for (let id = 0; id < 1_000; id += 1) log.warn({ id }, 'not answered');
  log.warn({ id: 7 }, 'something else');
  clock.advance(60_000);
  log.warn({ id: 8 }, 'not answered');
  expect(lines).toEqual([
    [{ id: 0 }, 'not answered'],
    [{ id: 7 }, 'something else'],
    [{ id: 8, left_out: 999 }, 'not answered'],
  ]);
});
