import { MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { createTestDatabase } from '@hereabouts/testing/database';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { startMailServer } from '@hereabouts/testing/mail-server';
import { silentLog } from '@hereabouts/testing/silent-log';
import { expect, test } from 'vitest';
import { SMTP_CONNECTIONS_MIN } from '#server/config.ts';
import { handleMails, mailJob } from '#server/mail/mail-job.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { createJobs } from './jobs.ts';

test('OPS-05 a mail that the mail server takes late is sent once, also with a second process', async () => {
  const [db, server, clock] = [await createTestDatabase(), await startMailServer(), createFakeClock()];
  const config = {
    smtpUrl: server.url,
    smtpConnectionsMax: SMTP_CONNECTIONS_MIN,
    mailFrom: 'hello@hereabouts.example',
    dataDir: '',
  };
  const mailers = [1, 2].map(() => createMailer({ config, clock, log: { info() {}, debug() {} } }));
  const processes = mailers.map((mailer) => {
    const { jobs } = createJobs({ db, clock, log: silentLog, random: () => 0.5 });
    handleMails(jobs, mailer);
    jobs.start();
    return jobs;
  });
  const dueAt = async () => (await db.query<{ due_at: string }>('select due_at from jobs'))[0]?.due_at;
  try {
    await Promise.all(processes.map((jobs) => jobs.idle()));
    server.hang('.example');
    await processes[0]?.enqueue(db, mailJob, { template: 'accountDeleted', to: 'ann@slow.example' });
    await expect.poll(server.hanging).toBe(1);
    for (let seconds = 20; seconds <= 80; seconds += 20) {
      clock.advance(20 * SECOND_MS);
      const claimed = new Date(clock.now() + MINUTE_MS).toISOString();
      await expect.poll(async () => new Date((await dueAt()) ?? 0).toISOString()).toBe(claimed);
      processes[1]?.wake(mailJob);
      await processes[1]?.idle();
    }
    server.hang(null);
    await Promise.all(processes.map((jobs) => jobs.idle()));
    expect(await dueAt()).toBeUndefined();
    expect(server.received).toHaveLength(1);
  } finally {
    server.hang(null);
    await Promise.all(processes.map((jobs) => jobs.stop()));
    for (const mailer of mailers) mailer.close();
    await server.stop();
    await db.close();
  }
});
