import { afterEach, describe, expect, test } from 'vitest';
import { bearer, BROWSER_HEADERS, freshAddress, PASSWORD } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';

/** Shares of the total of mails and text messages: who may use up what (AUTH-09). */

/** Of 20: strangers 6, accounts 8, one address and one range of numbers 2. */
const TOTAL = 20;
const STRANGERS = 6;
const ACCOUNTS = 8;
const ONE_SOURCE = 2;

let server: AuthServer;
afterEach(() => server.stop());
const start = async () => {
  server = await startAuthServer({ auth: { smsPerDay: TOTAL, mailsPerHour: TOTAL } });
};

let made = 0;
type Channel = 'mail' | 'sms';
type Target = { email: string } | { phone: string };
/** Each is in a range of its own. */
const freshTarget = (channel: Channel): Target => {
  made += 1;
  const digits = (number: number) => String(Math.floor(number) % 100).padStart(2, '0');
  return channel === 'mail'
    ? { email: `person${made}@example.org` }
    : { phone: `+4473${digits(made)}${digits(made / 100)}0031` };
};
type Device = { ip: string; cookie?: string };

async function ask(target: Target, { ip, cookie }: Device = { ip: freshAddress() }) {
  const headers = { 'x-forwarded-for': ip, ...(cookie !== undefined && { cookie }) };
  const { status, body } = await server.call('/otp', { body: target, headers });
  return { status, code: body.code };
}
const received = async (target: Target) =>
  'email' in target
    ? (await server.mailsTo(target.email)).length
    : (await server.textsTo(target.phone)).length;

async function account(channel: Channel, { proved = true } = {}) {
  const target = freshTarget(channel);
  const id = await server.auth.createAccount({ name: 'Ann', password: PASSWORD, ...target });
  if (proved) {
    await server.db.query('update auth.users set email_proved_at = $1, phone_proved_at = $1 where id = $2', [
      new Date(server.clock.now()).toISOString(),
      id,
    ]);
  }
  const signedIn = await server.call('/token?grant_type=password', {
    body: { ...target, password: PASSWORD },
    headers: { 'x-forwarded-for': freshAddress(), ...BROWSER_HEADERS },
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((set) => set.split(';', 1)[0])
    .join('; ');
  return { target, cookie };
}

describe.each(['sms', 'mail'] as const)('of the total of each channel (%s)', (channel) => {
  test('AUTH-09 one network address takes a tenth, and everybody else goes on (S3)', async () => {
    await start();
    const owner = await account(channel);
    const ip = freshAddress();
    const answers = [];
    for (let count = 0; count <= ONE_SOURCE; count += 1) {
      answers.push((await ask(freshTarget(channel), { ip })).status);
    }
    expect(answers).toEqual([...Array<number>(ONE_SOURCE).fill(200), 429]);
    expect((await ask(owner.target, { ip, cookie: owner.cookie })).status).toBe(200);
    expect(await received(owner.target)).toBe(1);
    const newcomer = freshTarget(channel);
    await ask(newcomer);
    expect(await received(newcomer)).toBe(1);
  });

  test('AUTH-09 strangers use up no more than their share, and the answer is the same for all (S3, S24)', async () => {
    await start();
    const [owner, other] = [await account(channel), await account(channel)];
    const asked = [];
    for (let count = 0; count < STRANGERS + 3; count += 1) {
      const target = freshTarget(channel);
      expect(await ask(target)).toEqual({ status: 200, code: undefined });
      asked.push(await received(target));
    }
    expect(asked).toEqual([...Array<number>(STRANGERS).fill(1), 0, 0, 0]);
    // A proved account is sent to, in whatever browser; what is answered is the same.
    expect(await ask(owner.target)).toEqual({ status: 200, code: undefined });
    expect(await received(owner.target)).toBe(1);
    expect(await ask(other.target, { ip: freshAddress(), cookie: other.cookie })).toEqual({
      status: 200,
      code: undefined,
    });
    expect(await received(other.target)).toBe(1);
  });

  test('AUTH-09 made-up accounts take nothing of the share of accounts, with their browsers neither (S3)', async () => {
    await start();
    for (let count = 0; count < STRANGERS; count += 1) await ask(freshTarget(channel));
    const ip = freshAddress();
    const sent = [];
    for (let count = 0; count < 4; count += 1) {
      const { target, cookie } = await account(channel, { proved: false });
      await ask(target);
      expect(await received(target)).toBe(0);
      await ask(target, { ip, cookie });
      sent.push(await received(target));
    }
    expect(sent).toEqual([1, 1, 0, 0]);
  });

  test('AUTH-09 a browser that signed in before gets a code when both other shares are used up (S3)', async () => {
    await start();
    const [owner, victim] = [await account(channel), await account(channel)];
    for (let count = 0; count < STRANGERS; count += 1) await ask(freshTarget(channel));
    for (let count = 0; count < ACCOUNTS + 1; count += 1) await ask(victim.target);
    expect(await received(victim.target)).toBe(ACCOUNTS);
    expect(await ask(owner.target)).toEqual({ status: 200, code: undefined });
    expect(await received(owner.target)).toBe(0);
    await ask(owner.target, { ip: freshAddress(), cookie: owner.cookie });
    expect(await received(owner.target)).toBe(1);
  });
});

test('AUTH-09 the total of text messages holds for known browsers too (S3)', async () => {
  await start();
  const owners = [];
  for (let count = 0; count < 3; count += 1) owners.push(await account('sms'));
  for (let count = 0; count <= TOTAL; count += 1) {
    const { target, cookie } = owners[count % owners.length]!;
    await ask(target, { ip: freshAddress(), cookie });
  }
  const sent = await Promise.all(owners.map(({ target }) => received(target)));
  expect(sent.reduce((sum, number) => sum + number, 0)).toBe(TOTAL);
});

test('AUTH-09 a range of numbers takes a tenth of the text messages; other numbers and proved ones go on (S3)', async () => {
  await start();
  const owner = { phone: '+447797700999' };
  const id = await server.auth.createAccount({ name: 'Ann', password: PASSWORD, ...owner });
  await server.db.query('update auth.users set phone_proved_at = created_at where id = $1', [id]);
  const sent = [];
  for (let count = 0; count < 4; count += 1) {
    const target = { phone: `+44779770010${count}` };
    expect((await ask(target)).status).toBe(200);
    sent.push(await received(target));
  }
  expect(sent).toEqual([1, 1, 0, 0]);
  expect((await ask(owner)).status).toBe(200);
  expect(await received(owner)).toBe(1);
  const elsewhere = { phone: '+447797810100' };
  await ask(elsewhere);
  expect(await received(elsewhere)).toBe(1);
});

test('AUTH-09 a signed-in person sends to a new number out of the share of strangers, to a proved one beyond it (S3)', async () => {
  await start();
  const { target } = await account('mail');
  for (let count = 0; count < STRANGERS; count += 1) {
    await ask(freshTarget('mail'));
    await ask(freshTarget('sms'));
  }
  const { body } = await server.call('/token?grant_type=password', {
    body: { ...target, password: PASSWORD },
  });
  const headers = { ...bearer(body.access_token), 'x-forwarded-for': freshAddress() };
  const change = { phone: '+447797700031', current_password: PASSWORD };
  expect((await server.call('/user', { method: 'PUT', body: change, headers })).body.code).toBe(
    'over_sms_send_rate_limit',
  );
  expect((await server.call('/reauthenticate', { headers })).status).toBe(200);
  expect(await received(target)).toBe(1);
});
