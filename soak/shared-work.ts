import { setTimeout as sleep } from 'node:timers/promises';
import { eventRoutes } from '@hereabouts/contract/events';
import { notificationRoutes, type Notification } from '@hereabouts/contract/notifications';
import type { Machines } from './machines.ts';
import { eventBody } from './party.ts';
import { mayRetry, send, type User } from './user.ts';
import { until } from './wait.ts';

/** AUTH_ATTEMPTS_PER_ACCOUNT as it is set without being set. */
const ATTEMPTS = 10;
const TRIES = 24;
/** A process that is killed keeps a job claimed for a minute. */
const MAIL_MAX_MS = 90_000;

/** What all processes do together: limits, jobs and notifications. Things asked of them, to be checked at the end. */
export class SharedWork {
  readonly #machines: Machines;
  readonly #wanted: { mails: string[]; invitations: { user: User; eventId: number }[] } = {
    mails: [],
    invitations: [],
  };
  readonly findings: string[] = [];
  /** Mails that were sent twice, with one Message-ID (docs/decisions/020). */
  mailsTwice = 0;

  constructor(machines: Machines) {
    this.#machines = machines;
  }

  get mails(): number {
    return this.#wanted.mails.length;
  }

  /** A password reset; the mail is owed once it is acknowledged. */
  async askForMail({ url, log, email }: User): Promise<void> {
    for (;;) {
      const body = { email };
      const answer = await send(log, url, '/auth/v1/recover', { method: 'POST', body });
      if (mayRetry(answer)) {
        await sleep(250);
        continue;
      }
      if (answer.status !== 200) this.findings.push(`a password reset was answered with ${answer.status}`);
      else if (!this.#wanted.mails.includes(email)) this.#wanted.mails.push(email);
      return;
    }
  }

  /** A new event with this guest, who is owed one notification. */
  async invite(host: User, guest: User): Promise<void> {
    const body = { ...eventBody([guest.id]), key: crypto.randomUUID() };
    const made = await host.persist(eventRoutes.createEvent, { body });
    this.#wanted.invitations.push({ user: guest, eventId: made.body.id });
  }

  /** Guesses a password on all processes; no more guesses may be looked at than on one. */
  async guess({ url, log, email }: User): Promise<void> {
    const guesses = Array.from({ length: TRIES }, () =>
      send(log, url, '/auth/v1/token?grant_type=password', {
        method: 'POST',
        body: { email, password: 'not-the-password-1' },
      }),
    );
    const statuses = (await Promise.all(guesses)).map((answer) => answer?.status);
    const looked = statuses.filter((status) => status === 400).length;
    if (looked > ATTEMPTS) this.findings.push(`${looked} wrong passwords of one account were looked at`);
  }

  /** Waits for what is owed; what came twice or not at all. */
  async check(): Promise<string[]> {
    const { mail } = this.#machines;
    const sentTo = (email: string) => mail.received.filter(({ envelope }) => envelope.includes(email));
    const { mails, invitations } = this.#wanted;
    await until(() => mails.every((email) => sentTo(email).length > 0), MAIL_MAX_MS);
    for (const email of mails) {
      const sent = sentTo(email);
      const ids = new Set(sent.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw.toString())?.[1]));
      if (sent.length === 0) this.findings.push(`a mail was never sent to ${email}`);
      // A second request that was answered late is owed a second mail.
      this.mailsTwice += sent.length - ids.size;
    }
    for (const { user, eventId } of invitations) {
      const { body } = await user.persist(notificationRoutes.listNotifications, { query: { limit: 100 } });
      const own = body.notifications.filter(
        ({ kind, event }: Notification) => kind === 'invited' && event?.id === eventId,
      );
      if (own.length !== 1) this.findings.push(`an invitation was notified ${own.length} times`);
    }
    return this.findings;
  }
}
