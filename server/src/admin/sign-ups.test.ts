import { settingsRoutes } from '@hereabouts/contract/settings';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from './commands.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const admin = (...args: string[]) => runCommand(app.context, { args, operator: 'olga' });
const signUps = async () => (await app.anonymous.ok(settingsRoutes.getSettings)).sign_ups;

test('OPS-04 the operator closes sign-ups and opens them by invitation code, with a reason that is recorded', async () => {
  expect((await admin('sign-ups')).text).toBe('Anybody can sign up.\nNo invitation code works.\n');
  expect(await admin('sign-ups', 'closed')).toMatchObject({ ok: false });
  expect(await signUps()).toBe('open');
  for (const openness of ['closed', 'code', 'open', 'code']) {
    expect(await admin('sign-ups', openness, '--why', 'Spam')).toMatchObject({ ok: true });
    expect(await signUps()).toBe(openness);
  }
  expect(await admin('sign-ups', 'sometimes', '--why', 'Spam')).toMatchObject({ ok: false });

  const made = await admin('codes', 'create', '--uses', '3', '--days', '7');
  const code = /^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}\n/.exec(made.text)?.[0].trim() ?? '';
  expect(made.text).toContain(`/register?code=${code}`);
  const [, number = ''] = /Number (\d+), for 3 accounts/.exec(made.text) ?? [];
  const listed = (await admin('sign-ups')).text;
  expect(listed).toContain(`  ${number}  for 3 accounts, until `);
  expect(listed).not.toContain(code);

  expect(await admin('codes', 'revoke', number)).toMatchObject({ ok: false });
  expect(await admin('codes', 'revoke', number, '--why', 'Leaked')).toMatchObject({ ok: true });
  expect(await admin('codes', 'revoke', number, '--why', 'Leaked')).toMatchObject({ ok: false });
  expect((await admin('sign-ups')).text).toContain('No invitation code works.');
  for (const wrong of [
    ['--uses', '0'],
    ['--uses', 'x'],
    ['--days', '366'],
    ['--days', '1.5'],
  ]) {
    expect(await admin('codes', 'create', ...wrong), wrong.join(' ')).toMatchObject({ ok: false });
  }
  const recorded = await app.context.db.query(
    'select action, operator, reason from operator_actions order by id',
  );
  const by = { operator: 'olga' };
  expect(recorded).toEqual([
    ...['closed', 'code', 'open', 'code'].map((openness) => ({
      ...by,
      action: `sign-ups ${openness}`,
      reason: 'Spam',
    })),
    { ...by, action: 'codes create', reason: null },
    { ...by, action: 'codes revoke', reason: 'Leaked' },
  ]);
});
