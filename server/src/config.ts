import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { isAbsolute, join, resolve } from 'node:path';
import { CONTACT_VISIBILITIES, type ContactVisibility } from '@hereabouts/contract/users';
import { createReader, type Env } from './config-reader.ts';

export const VERSION = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { version: string }
).version;

/** Read once at startup; see `docs/settings.md`. */
/** Places of each kind of mail that anybody can cause, for those that have just begun. */
export const MAILS_AT_ONCE = 8;
/** Four such kinds, and 12 for the others. */
export const SMTP_CONNECTIONS_MIN = 4 * MAILS_AT_ONCE + 12;

export type Config = {
  version: string;
  host: string;
  port: number;
  dataDir: string;
  /** Without a trailing slash. Null: the origin of each request. */
  publicUrl: string | null;
  /** Number of proxies whose X-Forwarded-For is trusted. */
  trustedProxies: number;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  logNetworkAddresses: boolean;
  accessLog: boolean;
  database: { url: string | null; poolSize: number };
  natsUrl: string | null;
  s3: S3Config | null;
  smtpUrl: string | null;
  /** At least `SMTP_CONNECTIONS_MIN`. */
  smtpConnectionsMax: number;
  mailFrom: string;
  operatorEmail: string | null;
  smsWebhookUrl: string | null;
  auth: AuthConfig;
  defaultContactVisibility: ContactVisibility;
  /** Host names besides the known ones, with a port where it is not 443. */
  pushHosts: readonly string[];
  mapsKey: string | null;
  mapsScriptUrl: string;
  tiles: {
    url: string;
    attribution: string;
    cacheBytes: number;
    /** Both per network address. */
    missesPerMinute: number;
    missesPerDay: number;
  };
  /** Null: `/metrics` answers 404. */
  metricsToken: string | null;
  writesPerMinute: number;
  /** Opened records per person; Discover shows fifty times as many people. */
  lookupsPerHour: number;
  eventsPerDay: number;
  /** A day, of one network address's new accounts. */
  newAccounts: { pictureBytes: number; textChars: number };
  /** ms; 0: never. */
  overloadLagMs: number;
  /** Variables that look like settings and are none. */
  unknown: readonly string[];
};

export type S3Config = {
  endpoint: string | null;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

export type AuthConfig = {
  confirmEmail: boolean;
  anonymous: boolean;
  /** New ones per network address. */
  anonymousPerHour: number;
  /** At most 900. */
  accessTokenTtlS: number;
  signingKey: string | null;
  passwordMinLength: number;
  /** In five minutes: per account and network address, and (`attemptsPerAddress`) per network address. */
  attemptsPerAccount: number;
  attemptsPerAddress: number;
  sendPauseS: number;
  mailsPerHour: number;
  /** In total; 0: none. */
  smsPerDay: number;
  /** ISO codes; null: all. */
  smsCountries: readonly string[] | null;
};

/** They share +44 and are charged at home rates from Jersey. */
const HOME_COUNTRIES = ['JE', 'GG', 'IM', 'GB'] as const;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Who ran this process by `sudo`. Not a setting. */
export const readSudoUser = (env: Env = process.env): string | null => env['SUDO_USER']?.trim() || null;

/** May be in a file, named by the setting with `_FILE`. */
const SECRETS = [
  'AUTH_SIGNING_KEY',
  'DATABASE_URL',
  'MAPS_KEY',
  'METRICS_TOKEN',
  'NATS_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SMS_WEBHOOK_URL',
  'SMTP_URL',
] as const;

/** Other variables with these beginnings are taken for typing errors. */
const BEGINNINGS = /^(AUTH|DATABASE|MAPS|METRICS|NATS|PUSH|S3|SMS|SMTP|TILE)_/;

/** Node reads them when it starts, as NODE_EXTRA_CA_CERTS; of NODE_ENV it reads nothing. */
const OF_NODE = /^NODE_(?!ENV$)/;

/** Settings in a file, as a service has them, for commands beside it. Variables of the environment win. */
function withFile(env: Env, problems: string[]): Env {
  const path = env['ENV_FILE']?.trim();
  if (!path) return env;
  try {
    const read = parseEnv(readFileSync(path, 'utf8'));
    const late = Object.keys(read).filter((name) => OF_NODE.test(name) && env[name] === undefined);
    if (late.length > 0)
      process.emitWarning(
        `${late.join(', ')} in ENV_FILE comes too late for Node: set it in the environment`,
      );
    return { ...read, ...env };
  } catch (error) {
    problems.push(`ENV_FILE cannot be read: ${(error as Error).message}`);
    return env;
  }
}

function withSecrets(env: Env, problems: string[]): Env {
  const read: Record<string, string> = {};
  for (const name of SECRETS) {
    const path = env[`${name}_FILE`]?.trim();
    if (!path) continue;
    if (env[name]?.trim()) problems.push(`${name} and ${name}_FILE are both set`);
    try {
      const secret = readFileSync(path, 'utf8');
      // Not as if it were not set: without DATABASE_URL a start would make an empty instance.
      if (secret.trim() === '') problems.push(`${name}_FILE names an empty file`);
      read[name] = secret;
    } catch (error) {
      problems.push(`${name}_FILE cannot be read: ${(error as Error).message}`);
    }
  }
  return { ...env, ...read };
}

const SENDER = /^(?:[^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/;

/** @throws Error naming every invalid setting at once */
export function readConfig(given: Env = process.env): Config {
  const problems: string[] = [];
  const settings = withFile(given, problems);
  const env = withSecrets(settings, problems);
  const { asked, text, whole, flag, oneOf, url, countries, hosts } = createReader(env, problems);
  const dataDir = text('DATA_DIR') ?? 'data';
  const publicUrl = url('PUBLIC_URL', ['http:', 'https:']);
  if (publicUrl !== null && !/^\/?$/.test(new URL(publicUrl).pathname)) {
    problems.push('PUBLIC_URL must have no path: the product has a host name of its own');
  }
  const config: Config = {
    version: VERSION,
    host: text('HOST') ?? '127.0.0.1',
    port: whole('PORT', 3000, 0, 65_535),
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(join(import.meta.dirname, '../..', dataDir)),
    publicUrl: publicUrl === null ? null : new URL(publicUrl).origin,
    trustedProxies: whole('TRUSTED_PROXIES', 0, 0, 10),
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    accessLog: flag('ACCESS_LOG', false),
    logNetworkAddresses: flag('LOG_NETWORK_ADDRESSES', false),
    database: {
      url: url('DATABASE_URL', ['postgres:', 'postgresql:']),
      poolSize: whole('DATABASE_POOL_SIZE', 10, 1, 500),
    },
    natsUrl: url('NATS_URL', ['nats:', 'tls:', 'ws:', 'wss:']),
    s3: null,
    smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:']),
    smtpConnectionsMax: whole('SMTP_CONNECTIONS_MAX', 120, SMTP_CONNECTIONS_MIN, 1_000),
    mailFrom: text('MAIL_FROM') ?? 'Hereabouts <hereabouts@localhost>',
    operatorEmail: text('OPERATOR_EMAIL'),
    smsWebhookUrl: url('SMS_WEBHOOK_URL', ['http:', 'https:']),
    auth: {
      confirmEmail: flag('AUTH_CONFIRM_EMAIL', false),
      anonymous: flag('AUTH_ANONYMOUS', true),
      anonymousPerHour: whole('AUTH_ANONYMOUS_PER_HOUR', 200, 1, 1_000_000),
      accessTokenTtlS: whole('AUTH_ACCESS_TOKEN_TTL_S', 900, 120, 900),
      signingKey: text('AUTH_SIGNING_KEY'),
      passwordMinLength: whole('AUTH_PASSWORD_MIN_LENGTH', 8, 8, 72),
      attemptsPerAccount: whole('AUTH_ATTEMPTS_PER_ACCOUNT', 10, 1, 1_000_000),
      attemptsPerAddress: whole('AUTH_ATTEMPTS_PER_ADDRESS', 60, 1, 1_000_000),
      sendPauseS: whole('AUTH_SEND_PAUSE_S', 60, 0, 3_600),
      mailsPerHour: whole('AUTH_MAILS_PER_HOUR', 1_000, 1, 1_000_000),
      smsPerDay: whole('SMS_PER_DAY', 200, 0, 1_000_000),
      smsCountries: countries('SMS_COUNTRIES', HOME_COUNTRIES),
    },
    defaultContactVisibility: oneOf('DEFAULT_CONTACT_VISIBILITY', CONTACT_VISIBILITIES, 'everyone'),
    pushHosts: hosts('PUSH_HOSTS'),
    mapsKey: text('MAPS_KEY'),
    mapsScriptUrl: url('MAPS_SCRIPT_URL', ['http:', 'https:']) ?? 'https://maps.googleapis.com/maps/api/js',
    tiles: {
      url: text('TILE_URL') ?? 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
      attribution: text('TILE_ATTRIBUTION') ?? '© OpenStreetMap contributors',
      cacheBytes: whole('TILE_CACHE_MB', 256, 0, 1_000_000) * 1024 * 1024,
      missesPerMinute: whole('TILE_MISSES_PER_MINUTE', 1_200, 1, 1_000_000),
      missesPerDay: whole('TILE_MISSES_PER_DAY', 100_000, 1, 1_000_000_000),
    },
    metricsToken: text('METRICS_TOKEN'),
    lookupsPerHour: whole('LOOKUPS_PER_HOUR', 600, 1, 1_000_000),
    eventsPerDay: whole('EVENTS_PER_DAY', 100, 1, 1_000_000),
    newAccounts: {
      pictureBytes: whole('NEW_ACCOUNTS_PICTURES_MB', 2_000, 20, 1_000_000) * 1_000_000,
      textChars: whole('NEW_ACCOUNTS_TEXT_MB', 20, 1, 1_000_000) * 1_000_000,
    },
    writesPerMinute: whole('WRITES_PER_MINUTE', 120, 1, 1_000_000),
    overloadLagMs: whole('OVERLOAD_LAG_MS', 1_000, 0, 60_000),
    unknown: [],
  };
  const bucket = text('S3_BUCKET');
  const accessKeyId = text('S3_ACCESS_KEY_ID');
  const secretAccessKey = text('S3_SECRET_ACCESS_KEY');
  const endpoint = url('S3_ENDPOINT', ['http:', 'https:']);
  const region = text('S3_REGION') ?? 'us-east-1';
  if (bucket !== null) {
    if (accessKeyId === null || secretAccessKey === null) {
      problems.push('S3_BUCKET also needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
    } else {
      config.s3 = { endpoint, region, bucket, accessKeyId, secretAccessKey };
    }
  }
  if (!/\{z\}.*\{x\}.*\{y\}|\{z\}.*\{y\}.*\{x\}/.test(config.tiles.url)) {
    problems.push('TILE_URL must contain {z}, {x} and {y}');
  }
  if (!['http:', 'https:'].includes(URL.parse(config.tiles.url.replaceAll(/[{}]/g, ''))?.protocol ?? '')) {
    problems.push('TILE_URL must be an address that starts with http:// or https://');
  }
  if (!SENDER.test(config.mailFrom)) {
    problems.push(`MAIL_FROM must be an email address, or a name and <an address>, not "${config.mailFrom}"`);
  }
  if (config.operatorEmail !== null && !/^[^\s@]+@[^\s@]+$/.test(config.operatorEmail)) {
    problems.push(`OPERATOR_EMAIL must be an email address, not "${config.operatorEmail}"`);
  }
  if (problems.length > 0) throw new Error(`These settings cannot be used:\n- ${problems.join('\n- ')}`);
  for (const name of SECRETS) asked.add(`${name}_FILE`);
  config.unknown = Object.keys(settings).filter((name) => BEGINNINGS.test(name) && !asked.has(name));
  return config;
}
