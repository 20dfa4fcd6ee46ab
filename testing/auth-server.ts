import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { pino } from 'pino';
import PostalMime from 'postal-mime';
import { AuthClient } from '@supabase/auth-js';
import { AUTH_API_VERSION } from '@hereabouts/contract/auth';
import { createAuth, type Auth } from '@hereabouts/server/auth/auth';
import type { AuthHooks } from '@hereabouts/server/auth/hooks';
import type { AuthConfig } from '@hereabouts/server/config';
import type { Database } from '@hereabouts/server/db/database';
import { createJobs } from '@hereabouts/server/jobs/jobs';
import { handleMails } from '@hereabouts/server/mail/mail-job';
import { createMailer } from '@hereabouts/server/mail/mailer';
import { createSecurityLog } from '@hereabouts/server/security-log';
import { createSms } from '@hereabouts/server/sms/sms';
import { createTestDatabase } from './database.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';

/** The stock client; its package exports it as a value only. */
export type StockClient = InstanceType<typeof AuthClient>;

export type SentMail = { to: string; subject: string; text: string; html: string };

export type AuthServer = {
  readonly auth: Auth;
  readonly clock: FakeClock;
  readonly db: Database;
  readonly url: string;
  /** A stock client with a storage of its own, as one device has it. */
  client(options?: { headers?: Record<string, string>; flowType?: 'implicit' | 'pkce' }): StockClient;
  /** A bare request to `/auth/v1`; a body that is not a string is sent as JSON. */
  call(path: string, request?: CallOptions): Promise<CallAnswer>;
  /** What was sent to this address so far, oldest first, once nothing is on its way any more. */
  mailsTo(address: string): Promise<SentMail[]>;
  textsTo(number: string): Promise<string[]>;
  /** Every line logged so far, as it was written. */
  readonly logLines: readonly string[];
  /** The security events among them, oldest first. */
  securityEvents(): Record<string, unknown>[];
  stop(): Promise<void>;
};

type CallOptions = { method?: string; body?: unknown; headers?: Record<string, string> };
// `body` is whatever the service says: the tests look into it.
export type CallAnswer = { status: number; headers: Headers; body: any };

export type AuthServerOptions = {
  auth?: Partial<AuthConfig>;
  publicUrl?: string | null;
  smtpUrl?: string;
  smsWebhookUrl?: string;
  /** To start a second process of the same product: it shares the clock and the database of this one. */
  beside?: AuthServer;
  hooks?: AuthHooks;
  logLevel?: 'info' | 'trace';
  logNetworkAddresses?: boolean;
};

const UNLIMITED = 100_000;

export const peopleHooks: AuthHooks = {
  async userCreated(tx, person, now) {
    const row = { ...person, created_at: now, updated_at: now };
    await tx.kysely.insertInto('users').values(row).execute();
  },
  async userChanged(tx, { id, ...contact }, now) {
    await tx.kysely
      .updateTable('users')
      .set({ ...contact, updated_at: now })
      .where('id', '=', id)
      .execute();
  },
};

/** The auth service alone, listening, on a real database. Its clock starts at the machine's time, which clients read. */
export async function startAuthServer(options: AuthServerOptions = {}): Promise<AuthServer> {
  const clock = options.beside?.clock ?? createFakeClock(Date.now());
  const dataDir = await mkdtemp(join(tmpdir(), 'hereabouts-auth-'));
  const logLines: string[] = [];
  const log = pino({ level: options.logLevel ?? 'info' }, { write: (line) => void logLines.push(line) });
  const opened = options.beside?.db ?? (await createTestDatabase());
  const { jobs, db } = createJobs({ db: opened, clock, log });
  const config = {
    version: '1.0.0',
    publicUrl: options.publicUrl ?? null,
    dataDir,
    smtpUrl: options.smtpUrl ?? null,
    smtpConnectionsMax: 120,
    mailFrom: 'Hereabouts <hereabouts@example.org>',
    smsWebhookUrl: options.smsWebhookUrl ?? null,
    auth: {
      confirmEmail: false,
      anonymous: true,
      anonymousPerHour: UNLIMITED,
      accessTokenTtlS: 900,
      signingKey: null,
      passwordMinLength: 8,
      attemptsPerAccount: UNLIMITED,
      attemptsPerAddress: UNLIMITED,
      sendPauseS: 0,
      mailsPerHour: UNLIMITED,
      smsPerDay: UNLIMITED,
      smsCountries: null,
      ...options.auth,
    },
  };
  const mail = createMailer({ config, clock, log });
  handleMails(jobs, mail);
  const auth = await createAuth({
    config,
    clock,
    log,
    securityLog: createSecurityLog(log, { logNetworkAddresses: options.logNetworkAddresses ?? false }, clock),
    db,
    jobs,
    mail,
    sms: createSms({ config, clock, log }),
    hooks: options.hooks ?? peopleHooks,
  });
  jobs.start();
  // Tests come from other addresses by X-Forwarded-For.
  const app = Fastify({ trustProxy: true });
  auth.routes(app);
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/auth/v1`;
  const outbox = async (extension: string) => {
    await auth.idle();
    const names = await readdir(join(dataDir, 'outbox')).catch(() => []);
    const chosen = names.filter((name) => name.endsWith(extension)).toSorted();
    return await Promise.all(chosen.map((name) => readFile(join(dataDir, 'outbox', name))));
  };
  let devices = 0;

  return {
    auth,
    clock,
    db,
    url,
    client({ headers = {}, flowType = 'implicit' } = {}) {
      devices += 1;
      return new AuthClient({
        url,
        headers,
        flowType,
        autoRefreshToken: false,
        storageKey: `${url}#${devices}`,
        storage: memoryStorage(),
        experimental: { recoveryCodes: true },
      });
    },
    call: (path, request) => call(url + path, request),
    async mailsTo(address) {
      const mails = await Promise.all((await outbox('.eml')).map((file) => PostalMime.parse(file)));
      return mails
        .filter(({ to }) => to?.[0]?.address === address)
        .map(({ subject = '', text = '', html = '' }) => ({ to: address, subject, text, html }));
    },
    async textsTo(number) {
      const files = (await outbox('.sms')).map(String);
      return files.filter((text) => text.startsWith(`To: ${number}\n`));
    },
    logLines,
    securityEvents: () => logLines.map((line) => JSON.parse(line)).filter((line) => 'security' in line),
    async stop() {
      await app.close();
      await auth.close();
      await jobs.stop();
      mail.close();
      if (!options.beside) await db.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function call(url: string, { method, body, headers = {} }: CallOptions = {}): Promise<CallAnswer> {
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      'x-supabase-api-version': AUTH_API_VERSION,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    redirect: 'manual',
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

function memoryStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}
