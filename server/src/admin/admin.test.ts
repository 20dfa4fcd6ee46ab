import { chmod, mkdtemp, rm, stat, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { reportRoutes } from '@hereabouts/contract/reports';
import { userRoutes } from '@hereabouts/contract/users';
import { systemClock } from '@hereabouts/server/clock';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { createTestDataDir, removeTestDataDir } from '@hereabouts/testing/data-dir';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { askServer } from './socket.ts';

const MAIN = join(import.meta.dirname, 'main.ts');

let app: TestApp;
let ann: TestPerson;
let bob: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.signUp({ name: 'Ann', email: 'ann@example.org' });
  bob = await app.signUp({ name: 'Bob \u001b[2J\u202eevil', email: 'bob@example.org' });
});
afterAll(() => app.stop());

const OPERATOR = 'olga';
const WHY = ['--why', 'Asked by e-mail'];
const admin = async (...args: string[]) => {
  const answer = await askServer(app.context.config.dataDir, { args, operator: OPERATOR }, systemClock);
  if (answer === null) throw new Error('No server took the command');
  return answer;
};

test('SAFE-02 the operator lists open reports, newest first, and closes them', async () => {
  expect(await admin('reports')).toEqual({ ok: true, text: 'No open reports.\n' });
  for (const reason of ['First\nsecond line', 'Later']) {
    await ann.ok(reportRoutes.report, { body: { kind: 'user', user_id: bob.id, reason } });
  }
  const { ok, text } = await admin('reports');
  expect(ok).toBe(true);
  expect(text.indexOf('Later')).toBeLessThan(text.indexOf('First / second line'));
  for (const part of [ann.id, 'ann@example.org', bob.id]) expect(text).toContain(part);

  expect((await admin('reports', 'close', '1')).ok).toBe(true);
  expect((await admin('reports', 'close', '999')).ok).toBe(false);
  expect((await admin('reports', 'close', 'x')).ok).toBe(false);
  expect((await admin('reports')).text).not.toContain('First');
  expect((await admin('reports', '--all')).text).toMatch(/First[\s\S]*/);
});

test('SAFE-02 OPS-04 older reports are listed page by page, and all of somebody are closed at once', async () => {
  const victim = await app.signUp();
  await victim.ok(reportRoutes.report, { body: { kind: 'user', user_id: bob.id, reason: 'Threats' } });
  const flooder = await app.signUp({ email: 'flooder@example.org' });
  await app.context.db.query(
    `insert into reports (reporter_id, kind, reason, created_at)
     select $1, 'event', 'Flood ' || n, now() from generate_series(1, 200) n`,
    [flooder.id],
  );
  const { text } = await admin('reports');
  expect(text).not.toContain('Threats');
  const [, hint = '', before = ''] = /Older ones: (reports --before (\d+))/.exec(text) ?? [];
  expect(hint).not.toBe('');
  expect((await admin('reports', '--before', before)).text).toContain('Threats');
  expect((await admin('reports', '--before', 'x')).ok).toBe(false);
  await app.context.db.query('update reports set by_guest = true where reporter_id = $1', [flooder.id]);
  const { text: accounts } = await admin('reports', '--accounts');
  expect(accounts).toContain('Threats');
  expect(accounts).not.toContain('Flood');
  expect((await admin('reports', 'close-by', 'flooder@example.org')).text).toBe(
    'Say why: add --why "REASON".\n',
  );
  expect((await admin('reports', 'close-by', 'flooder@example.org', ...WHY)).text).toBe(
    '200 reports are closed.\n',
  );
  expect((await admin('reports', 'close-by', 'flooder@example.org', ...WHY)).ok).toBe(false);
  const several = await admin('reports', 'close', '5', '6');
  expect(several.text).toBe('Report 5 is closed.\nReport 6 is closed.\n');
  const rest = await admin('reports');
  expect(rest.text).toContain('Threats');
  expect(rest.text).not.toContain('Flood');
});

test('SAFE-02 what people wrote cannot steer a terminal', async () => {
  const { text } = await admin('people', 'find', 'bob');
  expect(text).toContain('Bob');
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
});

test('SAFE-02 people are found by part of a name or address, and by id', async () => {
  for (const words of [['an'], ['ANN@'], [ann.id], ['ann@example.org']]) {
    expect((await admin('people', 'find', ...words)).text).toContain(ann.id);
  }
  expect((await admin('people', 'find', '%')).ok).toBe(false);
  expect((await admin('people', 'find', 'nobody here')).text).toBe('Nobody found.\n');
});

test('SAFE-02 a person is signed out everywhere', async () => {
  const carl = await app.signUp({ email: 'carl@example.org' });
  expect((await admin('people', 'sign-out', 'carl@example.org', ...WHY)).ok).toBe(true);
  expect((await carl.call(userRoutes.getMe)).status).toBe(401);
});

test('MFA-04 the second step of somebody who lost it is removed, and every session ends', async () => {
  const eve = await app.signUp({ email: 'eve@example.org' });
  expect((await admin('people', 'remove-mfa', 'eve@example.org', ...WHY)).text).toBe(
    'This person has no two-step sign-in.\n',
  );
  await eve.enableSecondStep();
  const { ok, text } = await admin('people', 'remove-mfa', eve.id, ...WHY);
  expect([ok, text.includes('eve@example.org')]).toEqual([true, true]);
  expect((await eve.call(userRoutes.getMe)).status).toBe(401);
  await eve.signInAgain();
  expect((await eve.call(userRoutes.getMe)).status).toBe(200);
});

test('SAFE-03 a person is deleted only when asked for with --yes', async () => {
  const dora = await app.signUp({ email: 'dora@example.org' });
  const asked = await admin('people', 'delete', 'dora@example.org');
  expect([asked.ok, asked.text.includes('--yes')]).toEqual([false, true]);
  expect((await dora.call(userRoutes.getMe)).status).toBe(200);
  expect((await admin('people', 'delete', dora.id, '--yes', ...WHY)).ok).toBe(true);
  expect((await dora.call(userRoutes.getMe)).status).toBe(401);
  expect((await admin('people', 'delete', dora.id, '--yes', ...WHY)).text).toBe(
    'Nobody has this id, email or phone.\n',
  );
});

test('OPS-04 each action is recorded with who, when, what and why; a failed one is not', async () => {
  const fay = await app.signUp({ email: 'fay@example.org' });
  const before = (await admin('log')).text;
  expect((await admin('people', 'sign-out', 'nobody@example.org', ...WHY)).ok).toBe(false);
  expect((await admin('people', 'remove-mfa', fay.id, ...WHY)).ok).toBe(false);
  expect((await admin('reports', 'close', '999', ...WHY)).ok).toBe(false);
  expect((await admin('log')).text).toBe(before);

  await ann.ok(reportRoutes.report, { body: { kind: 'user', user_id: fay.id, reason: 'Loud' } });
  const [report] = await app.context.db.query<{ id: number }>('select max(id) as id from reports');
  await admin('reports', 'close', `${report?.id}`);
  await admin('people', 'sign-out', 'fay@example.org', '--why', 'Lost her phone\u001b[2J');
  await fay.signInAgain();
  await fay.enableSecondStep();
  await admin('people', 'remove-mfa', 'fay@example.org', '--why', 'Proved who she is');
  await admin('people', 'delete', 'fay@example.org', '--yes', '--why', 'Asked by letter');

  const now = new Date(app.clock.now()).toISOString();
  const line = (action: string, what: string, why: string) =>
    `${now}  ${OPERATOR}  ${action}\n    ${what}\n    why        ${why}\n`;
  const { text } = await admin('log');
  expect(text.endsWith(before)).toBe(true);
  expect(text.slice(0, -before.length)).toBe(
    [
      line('people delete', `person     ${fay.id}`, 'Asked by letter'),
      line('people remove-mfa', `person     ${fay.id}`, 'Proved who she is'),
      line('people sign-out', `person     ${fay.id}`, 'Lost her phone [2J'),
      line('reports close', `report     ${report?.id}`, '–'),
      '',
    ].join('\n'),
  );
});

test.each([
  ['sign-out', []],
  ['remove-mfa', []],
  ['delete', ['--yes']],
])('OPS-04 people %s without a reason is refused and changes nothing', async (verb, options) => {
  const gil = await app.signUp();
  await gil.enableSecondStep();
  const before = (await admin('log')).text;
  for (const why of [[], ['--why', '  '], ['--why', 'x'.repeat(1_001)]]) {
    const { ok, text } = await admin('people', verb, gil.id, ...options, ...why);
    expect([ok, text]).toEqual([false, expect.stringContaining('--why')]);
  }
  expect((await gil.call(userRoutes.getMe)).status).toBe(200);
  expect((await admin('log')).text).toBe(before);
});

test.each([
  [[]],
  [['reports', 'burn']],
  [['people', 'delete']],
  [['people', 'find', '']],
  [['x']],
  [['reports', '--why']],
])('SAFE-02 %j is answered with how it is used', async (args) => {
  const { ok, text } = await admin(...args);
  expect([ok, text.startsWith('Usage:')]).toEqual([false, true]);
});

test('SAFE-02 only the user of the server reaches the socket', async () => {
  const folder = join(app.context.config.dataDir, 'admin');
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, 'socket'))).mode & 0o777).toBe(0o600);
});

test('SAFE-02 a socket left behind by a killed process is replaced, and one in use is left alone', async () => {
  const { dataDir } = app.context.config;
  const second = await startTestApp({ dataDir });
  await second.stop().catch(() => {});
  expect(
    await askServer(dataDir, { args: ['reports', '--all'], operator: OPERATOR }, systemClock),
  ).toMatchObject({ ok: true });

  const stale = await mkdtemp(join(tmpdir(), 'hereabouts-stale-'));
  await mkdir(join(stale, 'admin'));
  await writeFile(join(stale, 'admin', 'socket'), '');
  await chmod(join(stale, 'admin'), 0o777);
  const third = await startTestApp({ dataDir: stale });
  try {
    expect(await askServer(stale, { args: ['reports'], operator: OPERATOR }, systemClock)).toMatchObject({
      ok: true,
    });
    expect((await stat(join(stale, 'admin'))).mode & 0o777).toBe(0o700);
  } finally {
    await third.stop();
    await rm(stale, { recursive: true, force: true });
  }
  expect(await askServer(stale, { args: ['reports'], operator: OPERATOR }, systemClock)).toBeNull();
});

const runWith = (settings: Record<string, string>, ...args: string[]) =>
  promisify(execFile)(process.execPath, [MAIN, ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...settings,
    },
  }).then(
    ({ stdout }) => ({ code: 0, out: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, out: error.stderr }),
  );

const run = (dataDir: string, ...args: string[]) => runWith({ DATA_DIR: dataDir }, ...args);

test('SAFE-02 the command works beside the running server', async () => {
  const running = await run(app.context.config.dataDir, 'people', 'find', 'ann');
  expect(running).toMatchObject({ code: 0, out: expect.stringContaining(ann.id) });
});

test.skipIf(inject('testDatabase').engine !== 'pglite')(
  'SAFE-02 the command works without a server',
  async () => {
    const empty = await mkdtemp(join(tmpdir(), 'hereabouts-admin-'));
    const dataDir = await createTestDataDir();
    try {
      expect(await run(empty, 'reports')).toMatchObject({
        code: 1,
        out: expect.stringContaining('no database'),
      });
      expect(await run(dataDir, 'reports')).toEqual({ code: 0, out: 'No open reports.\n' });
      expect(await run(dataDir, 'log')).toEqual({ code: 0, out: 'No operator has done anything yet.\n' });
    } finally {
      await rm(empty, { recursive: true, force: true });
      await removeTestDataDir(dataDir);
    }
  },
);

test('SAFE-02 OPS-06 without a server, the command names a database that cannot be reached, and ends', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hereabouts-admin-'));
  try {
    const settings = { DATA_DIR: folder, DATABASE_URL: 'postgres://operator@localhost:1/away' };
    const { code, out } = await runWith(settings, 'reports');
    expect(code).toBe(1);
    expect(out).toMatch(/^The database cannot be reached: connect ECONNREFUSED .+:1/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.skipIf(inject('testDatabase').engine !== 'pglite')(
  'SAFE-02 OPS-06 without a server, the command works while NATS cannot be reached',
  async () => {
    const dataDir = await createTestDataDir();
    try {
      const settings = { DATA_DIR: dataDir, NATS_URL: 'nats://127.0.0.1:1' };
      expect(await runWith(settings, 'reports')).toEqual({ code: 0, out: 'No open reports.\n' });
    } finally {
      await removeTestDataDir(dataDir);
    }
  },
);
