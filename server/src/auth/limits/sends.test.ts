import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS, DAY_MS } from '@hereabouts/contract/durations';
import { bearer, freshAddress, freshEmail, lastLinkTo, PASSWORD } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer, type CallAnswer } from '@hereabouts/testing/auth-server';
import { proveAddresses } from '@hereabouts/testing/second-step';

/** Everything that sends to an address somebody typed. */

const ACCOUNT_MAX = 6;
const ADDRESS_MAX = 9;

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer({
    auth: {
      attemptsPerAccount: ACCOUNT_MAX,
      attemptsPerAddress: ADDRESS_MAX,
      sendPauseS: 60,
      mailsPerHour: 1_000,
      smsPerDay: 40,
      smsCountries: ['JE', 'GB'],
      confirmEmail: true,
    },
  });
});
afterAll(() => server.stop());

const post = (path: string, body: object, ip = freshAddress()) =>
  server.call(path, { body, headers: { 'x-forwarded-for': ip } });
const refusal = ({ status, body, headers }: CallAnswer) => [status, body.code, headers.get('retry-after')];

async function signedIn() {
  const email = freshEmail();
  const id = await server.auth.createAccount({ name: 'Ann', email, password: PASSWORD });
  await proveAddresses(server.db, id);
  const { body } = await post('/token?grant_type=password', { email, password: PASSWORD });
  const change = (changes: object) =>
    server.call('/user', {
      method: 'PUT',
      body: changes,
      headers: { ...bearer(body.access_token), 'x-forwarded-for': freshAddress() },
    });
  return { email, id, change };
}

describe('mails', () => {
  test('REG-04 AUTH-09 whoever is refused a sign-up confirms that of a stranger without their password (S4)', async () => {
    const email = freshEmail();
    expect((await post('/signup', { email, password: 'limpets-at-low-tide-7' })).status).toBe(200);
    await server.auth.idle();
    server.clock.advance(20_000);
    expect((await post('/signup', { email, password: PASSWORD })).status).toBe(429);
    await server.auth.idle();
    const token_hash = (await lastLinkTo(server, email)).searchParams.get('token_hash');
    const { body } = await post('/verify', { token_hash, type: 'signup' });
    expect(body.user.app_metadata.needs_password).toBe(true);
  });

  test('REG-04 AUTH-09 whoever signs up twice in a minute keeps the password', async () => {
    const email = freshEmail();
    expect((await post('/signup', { email, password: PASSWORD })).status).toBe(200);
    await server.auth.idle();
    expect((await post('/signup', { email, password: PASSWORD })).status).toBe(429);
    const token_hash = (await lastLinkTo(server, email)).searchParams.get('token_hash');
    const { body } = await post('/verify', { token_hash, type: 'signup' });
    expect(body.user.app_metadata.needs_password).toBeUndefined();
  });

  test.each([
    ['/signup', { password: PASSWORD }],
    ['/otp', {}],
    ['/recover', {}],
    ['/resend', { type: 'signup' }],
  ])('AUTH-09 %s waits a minute between two mails to one target, known or not (S3)', async (path, rest) => {
    const { email } = await signedIn();
    for (const target of [email, `nobody${path.slice(1)}@example.org`]) {
      server.clock.advance(MINUTE_MS);
      expect((await post(path, { email: target, ...rest })).status).toBe(200);
      server.clock.advance(20_000);
      expect(refusal(await post(path, { email: target, ...rest }))).toEqual([
        429,
        'over_email_send_rate_limit',
        '40',
      ]);
      server.clock.advance(40_000);
      expect((await post(path, { email: target, ...rest })).status).toBe(200);
    }
  });

  test('AUTH-09 a change of address is limited by its target and by who asks (S3)', async () => {
    const { email, change } = await signedIn();
    expect((await change({ email: 'target@victim.example' })).status).toBe(200);
    // A code that is replaced before it is sent is not sent.
    await server.auth.idle();
    expect(refusal(await change({ email: 'target@victim.example' }))).toEqual([
      429,
      'over_email_send_rate_limit',
      '60',
    ]);
    const answers = [];
    for (let count = 0; count < 2 * ACCOUNT_MAX; count += 1) {
      answers.push((await change({ email: `other${count}@victim.example` })).status);
      await server.auth.idle();
    }
    expect(answers.filter((status) => status === 200)).toHaveLength(ACCOUNT_MAX - 1);
    expect(await server.mailsTo('target@victim.example')).toHaveLength(1);
    expect(await server.mailsTo(email)).toHaveLength(ACCOUNT_MAX);
  });

  test('AUTH-09 what a change sends again counts for its new address, whoever is named in the request (S3)', async () => {
    const target = 'changed@victim.example';
    const people = [await signedIn(), await signedIn(), await signedIn()];
    for (const { change } of people) {
      expect((await change({ email: target })).status).toBe(200);
      await server.auth.idle();
      server.clock.advance(MINUTE_MS);
    }
    for (let round = 0; round < 5; round += 1) {
      for (const { email } of people) {
        expect((await post('/resend', { type: 'email_change', email })).status).toBe(200);
        await server.auth.idle();
        server.clock.advance(MINUTE_MS);
      }
    }
    const { length } = await server.mailsTo(target);
    expect(length).toBeGreaterThan(3);
    expect(length).toBeLessThanOrEqual(11);
  });

  test('AUTH-09 a stranger who has a change sent again does not use up the messages of the account', async () => {
    const { email, change } = await signedIn();
    expect((await change({ email: freshEmail() })).status).toBe(200);
    for (let nth = 0; nth < 10; nth += 1) {
      await server.auth.idle();
      server.clock.advance(MINUTE_MS);
      await post('/resend', { type: 'email_change', email });
    }
    await server.auth.idle();
    server.clock.advance(MINUTE_MS);
    expect((await change({ email: freshEmail() })).status).toBe(200);
  });

  test('AUTH-09 a network address sends to a limited number of targets an hour (S3)', async () => {
    const ip = freshAddress();
    const statuses = [];
    for (let count = 0; count <= ADDRESS_MAX; count += 1) {
      statuses.push((await post('/otp', { email: `many${count}@example.org` }, ip)).status);
    }
    expect(statuses).toEqual([...Array(ADDRESS_MAX).fill(200), 429]);
  });

  test('AUTH-09 one target gets thirty a day, wherever they are asked for (S3)', async () => {
    const email = 'bombed@example.org';
    let sent = 0;
    for (let minute = 0; minute < 60; minute += 1) {
      if ((await post('/recover', { email })).status === 200) sent += 1;
      server.clock.advance(MINUTE_MS);
    }
    // What an hour refills is one more.
    expect(sent).toBe(31);
  });

  test('AUTH-09 a stranger’s resets with a PKCE challenge, whose links the owner cannot use, leave the owner’s budget alone', async () => {
    const { email } = await signedIn();
    const challenge = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' };
    const statuses = [];
    for (let minute = 0; minute < 15; minute += 1) {
      statuses.push((await post('/recover', { email, ...challenge })).status);
      server.clock.advance(MINUTE_MS);
    }
    expect(statuses).toEqual([...Array(10).fill(200), ...Array(5).fill(429)]);
    const ownersWay = [];
    for (let minute = 0; minute < 30; minute += 1) {
      ownersWay.push((await post('/recover', { email })).status);
      server.clock.advance(MINUTE_MS);
    }
    expect(ownersWay).toEqual(Array(30).fill(200));
  });

  test('AUTH-09 strangers cannot use up the codes that a signed-in person asks for', async () => {
    const { email } = await signedIn();
    const { body } = await post('/token?grant_type=password', { email, password: PASSWORD });
    expect((await post('/recover', { email })).status).toBe(200);
    const asked = await server.call('/reauthenticate', {
      headers: bearer(body.access_token),
    });
    expect(asked.status).toBe(200);
  });
});

describe('text messages', () => {
  const refused = async (phone: string) => refusal(await post('/otp', { phone })).slice(0, 2);

  test('AUTH-09 text messages go to the countries of the setting only, and never to premium-rate numbers (S3)', async () => {
    expect(await refused('+33612773951')).toEqual([422, 'sms_send_failed']);
    expect(await refused('+252612345678')).toEqual([422, 'sms_send_failed']);
    expect(await refused('+449098790879')).toEqual([422, 'sms_send_failed']);
    expect(await refused('+447012345678')).toEqual([422, 'sms_send_failed']);
    expect(await refused('+448457464747')).toEqual([422, 'sms_send_failed']);
    expect((await post('/otp', { phone: '+447797700031' })).status).toBe(200);
  });

  test('AUTH-09 the daily total of text messages survives a second process and a crash (S3)', async () => {
    server.clock.advance(DAY_MS);
    const other = await startAuthServer({ auth: { smsPerDay: 40 }, beside: server });
    const sent = [];
    for (let count = 0; count < 14; count += 1) {
      // What an unclean start of Postgres does to unlogged tables.
      if (count === 6) await server.db.query('truncate rate_limits');
      const target = count % 2 === 0 ? server : other;
      const phone = `+4473${String(count).padStart(2, '0')}000031`;
      const headers = { 'x-forwarded-for': freshAddress() };
      expect((await target.call('/otp', { body: { phone }, headers })).status).toBe(200);
      sent.push((await target.textsTo(phone)).length);
    }
    // The share of the total that strangers may use.
    expect(sent).toEqual([...Array(12).fill(1), 0, 0]);
    await other.stop();
  });

  test('AUTH-09 text messages can be switched off: then no phone is offered, and none is sent to', async () => {
    const off = await startAuthServer({ auth: { smsPerDay: 0 } });
    expect((await off.call('/settings')).body.external.phone).toBe(false);
    expect(await off.call('/otp', { body: { phone: '+447797700031' } })).toMatchObject({
      status: 422,
      body: { code: 'phone_provider_disabled' },
    });
    expect(await off.textsTo('+447797700031')).toEqual([]);
    await off.stop();
  });
});
