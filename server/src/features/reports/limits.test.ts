import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import { reportRoutes } from '@hereabouts/contract/reports';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeReport } from './service.ts';

let app: TestApp;
let other: TestPerson;
beforeEach(async () => {
  app = await startTestApp({ operatorEmail: 'operator@example.org' });
  other = await app.signUp();
});
afterEach(() => app.stop());

const report = (who: Pick<TestPerson, 'call'>, reason: string) =>
  who.call(reportRoutes.report, { body: { kind: 'user', user_id: other.id, reason } });
const isSummary = (subject: string) => /^Hereabouts: \d+ open reports$/.test(subject);
const rowsOf = ({ id }: TestPerson) =>
  app.context.db.query<{ id: number }>('select id from reports where reporter_id = $1 order by id', [id]);

async function subjects(): Promise<string[]> {
  const folder = join(app.context.config.dataDir, 'outbox');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  );
  return mails.map(({ subject = '' }) => subject);
}

test('SAFE-02 an equal report is kept once while it is open, however often it is sent (S23)', async () => {
  const ann = await app.signUp();
  const answers = await Promise.all(Array.from({ length: 5 }, () => report(ann, ' Spam ')));
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
  const [row] = await rowsOf(ann);
  expect(await rowsOf(ann)).toHaveLength(1);
  expect((await report(ann, 'Also rude')).status).toBe(204);
  expect(await rowsOf(ann)).toHaveLength(2);
  await closeReport(app.context, row?.id ?? 0);
  await report(ann, 'Spam');
  expect(await rowsOf(ann)).toHaveLength(3);
});

test('SAFE-02 a person makes 20 reports in a day; the operator is mailed ten an hour and then how many are open (S23)', async () => {
  const [eager, calm] = [await app.signUp(), await app.signUp()];
  for (let n = 1; n <= 20; n += 1) expect((await report(eager, `Reason ${n}`)).status).toBe(204);
  const refused = await report(eager, 'Reason 21');
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
  expect(refused.headers.get('retry-after')).toBe('86400');
  expect((await report(eager, 'Reason 20')).status).toBe(204);
  expect((await report(calm, 'Reason 21')).status).toBe(204);

  await app.context.jobs.idle();
  expect(await subjects()).toHaveLength(10);
  expect((await subjects()).filter(isSummary)).toEqual([]);
  app.clock.advance(HOUR_MS);
  await app.context.jobs.idle();
  expect((await subjects()).filter(isSummary)).toEqual(['Hereabouts: 21 open reports']);

  app.clock.set(app.clock.now() + 24 * HOUR_MS);
  await eager.signInAgain();
  expect((await report(eager, 'Reason 21')).status).toBe(204);
});

test('SAFE-02 what is reported while the number of open reports is being mailed is mailed soon after', async () => {
  const [eager, calm] = [await app.signUp(), await app.signUp()];
  for (let n = 1; n <= 11; n += 1) await report(eager, `Reason ${n}`);
  // A mail under way would time out.
  await app.context.jobs.idle();
  app.clock.advance(HOUR_MS / 2);
  await calm.signInAgain();
  for (let n = 1; n <= 11; n += 1) expect((await report(calm, `Reason ${n}`)).status).toBe(204);
  await app.context.jobs.idle();
  const { send } = app.context.mail;
  const during = vi.spyOn(app.context.mail, 'send').mockImplementationOnce(async (...mail) => {
    await eager.signInAgain();
    expect((await report(eager, 'Meanwhile')).status).toBe(204);
    await send(...mail);
  });
  app.clock.advance(HOUR_MS / 2);
  await app.context.jobs.idle();
  expect(during).toHaveBeenCalledTimes(1);
  app.clock.advance(MINUTE_MS);
  await app.context.jobs.idle();
  // A mail may be sent twice, but the later number is sent.
  const sent = new Set((await subjects()).filter(isSummary));
  expect([...sent].toSorted()).toEqual(['Hereabouts: 22 open reports', 'Hereabouts: 23 open reports']);
});

test('SAFE-02 guests without an account use up no mails of the others, and make five reports a day', async () => {
  const ann = await app.signUp();
  for (let guests = 0; guests < 4; guests += 1) {
    const guest = await app.comeAsGuest();
    const answers = [];
    for (let n = 1; n <= 6; n += 1) answers.push((await report(guest, `Reason ${n}`)).status);
    expect(answers).toEqual([204, 204, 204, 204, 204, 429]);
    // Nor by being gone at once.
    await app.context.db.query('delete from users where id = $1', [guest.id]);
  }
  await app.context.jobs.idle();
  expect(await subjects()).toHaveLength(3);
  expect((await report(ann, 'Threats')).status).toBe(204);
  await app.context.jobs.idle();
  expect(await subjects()).toHaveLength(4);
});
