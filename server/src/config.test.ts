import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from './config.ts';

test('nothing set gives the embedded defaults', () => {
  const config = readConfig({});
  expect(config).toMatchObject({ host: '127.0.0.1', port: 3000, s3: null, natsUrl: null, publicUrl: null });
  expect(config.database.url).toBeNull();
  expect(config.dataDir).toMatch(/\/data$/);
});

test('every setting that cannot be used is named at once', () => {
  const broken = {
    PORT: '99999',
    AUTH_CONFIRM_EMAIL: 'yes',
    DATABASE_URL: 'mysql://x',
    TILE_URL: 'https://t/',
    MAPS_SCRIPT_URL: 'maps.example/js',
    OPERATOR_EMAIL: 'operator',
  };
  for (const name of Object.keys(broken)) expect(() => readConfig(broken)).toThrow(name);
});

test('S3 needs its keys', () => {
  expect(() => readConfig({ S3_BUCKET: 'uploads' })).toThrow('S3_ACCESS_KEY_ID');
});

test('OPS-09 settings are read from the file that ENV_FILE names, and those of the environment win', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hereabouts-settings-'));
  try {
    const file = join(folder, 'hereabouts.env');
    await writeFile(
      file,
      '# A service\nMAIL_FROM=Hereabouts <mail@example.org>\nSMTP_URL="smtp://relay:25"\nPORT=4000\nSMTP_X=1\n',
    );
    const config = readConfig({ ENV_FILE: file, PORT: '5000' });
    expect(config).toMatchObject({
      mailFrom: 'Hereabouts <mail@example.org>',
      smtpUrl: 'smtp://relay:25',
      port: 5_000,
      unknown: ['SMTP_X'],
    });
    expect(() => readConfig({ ENV_FILE: join(folder, 'none') })).toThrow('ENV_FILE cannot be read');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('OPS-09 a variable that Node reads at its start is warned of in the file that ENV_FILE names, unless the environment has it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hereabouts-settings-'));
  try {
    const file = join(folder, 'hereabouts.env');
    await writeFile(file, 'NODE_ENV=production\nNODE_EXTRA_CA_CERTS=/etc/ssl/own.pem\n');
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    readConfig({ ENV_FILE: file, NODE_EXTRA_CA_CERTS: '/etc/ssl/own.pem' });
    expect(warn).not.toHaveBeenCalled();
    readConfig({ ENV_FILE: file });
    const said = 'NODE_EXTRA_CA_CERTS in ENV_FILE comes too late for Node: set it in the environment';
    expect(warn.mock.calls).toEqual([[said]]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('OPS-09 a secret is read from the file that its setting with _FILE names', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hereabouts-secrets-'));
  try {
    const file = join(folder, 'database-url');
    await writeFile(file, 'postgres://app:secret@db/hereabouts\n');
    expect(readConfig({ DATABASE_URL_FILE: file }).database.url).toBe('postgres://app:secret@db/hereabouts');
    expect(() => readConfig({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://other' })).toThrow(
      'both set',
    );
    const missing = { SMTP_URL_FILE: join(folder, 'none') };
    expect(() => readConfig(missing)).toThrow('SMTP_URL_FILE cannot be read');
    const empty = join(folder, 'empty');
    await writeFile(empty, ' \n');
    for (const name of ['DATABASE_URL', 'NATS_URL', 'AUTH_SIGNING_KEY']) {
      expect(() => readConfig({ [`${name}_FILE`]: empty })).toThrow(`${name}_FILE names an empty file`);
    }
    // Only secrets: a file does not name where another one is.
    expect(readConfig({ HOST_FILE: file }).host).toBe('127.0.0.1');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('OPS-09 variables that only look like settings are named, and no others of the environment', () => {
  const env = {
    SMTP_ULR: 'smtp://mail',
    S3_BUKET: 'x',
    PATH: '/bin',
    SMTP_URL: 'smtp://mail',
    S3_REGION: 'x',
  };
  expect(readConfig(env).unknown).toEqual(['SMTP_ULR', 'S3_BUKET']);
});

test.each([
  ['PUBLIC_URL', 'https://x.example/sub'],
  ['MAIL_FROM', 'not an address <'],
  ['TILE_URL', 'not a url {z} {x} {y}'],
])('OPS-09 %s cannot be %s', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name);
});

test.each(['Hereabouts <mail@hereabouts.example>', 'mail@hereabouts.example', '<mail@hereabouts.example>'])(
  'MAIL_FROM can be %s',
  (value) => expect(readConfig({ MAIL_FROM: value }).mailFrom).toBe(value),
);
