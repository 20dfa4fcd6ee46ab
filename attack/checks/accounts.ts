import { setTimeout as sleep } from 'node:timers/promises';
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import { resist, type Check } from '../check.ts';
import { address, auth, PASSWORD, send, sendHalf, signUp } from '../wire.ts';

const OTHER_PASSWORD = 'heather-and-slate-81';
const confirming = { AUTH_CONFIRM_EMAIL: 'true' };
const linkIn = (mail: string | undefined) => URL.parse(/https?:\/\/[^\s<>"]+/.exec(mail ?? '')?.[0] ?? '');

/** The digits of a code, which the head of the mail may resemble. */
const codeIn = (mail: string) =>
  /\b\d{6}\b/.exec(mail.slice(mail.indexOf('\n\n')))?.[0] ?? /\b\d{6}\b/.exec(mail)?.[0];

/** Attacks on accounts: links, limits, lock-out, sign-ups, sessions. */
export const accountChecks: readonly Check[] = [
  {
    id: 'S1',
    title: 'a made-up Host does not lead reset links elsewhere',
    async run(stage) {
      const instance = await stage.instance();
      const hosts = ['localhost:1@evil.example', 'localhost:x@evil.example', 'evil.example#.localhost'];
      const origins = new Set<string>();
      for (const host of hosts) {
        const { email } = await signUp(instance);
        await auth(instance, '/recover', { body: { email }, headers: { host } });
        const link = linkIn((await instance.outbox(email)).at(-1));
        resist(link === null || link.hostname === 'localhost', `${host} led to ${link?.origin}`);
        origins.add(link?.origin ?? 'none');
      }
      return `${hosts.length} Hosts, links to ${[...origins].join(', ')}`;
    },
  },
  {
    id: 'S3',
    title: 'nobody can have mails and texts sent without end',
    async run(stage) {
      const instance = await stage.instance();
      const { token, email } = await signUp(instance);
      const target = address();
      for (let at = 0; at < 60; at++) {
        const body = { email: at % 2 ? target : address(), current_password: PASSWORD };
        await auth(instance, '/user', { method: 'PUT', token, body });
      }
      for (let at = 0; at < 60; at++) {
        const phone = `+447700900${String(at).padStart(3, '0')}`;
        await auth(instance, '/otp', { body: { phone }, from: '127.3.0.1' });
      }
      const [toTarget, toOwn, texts] = [
        (await instance.outbox(target)).length,
        (await instance.outbox(`To: ${email}`)).length,
        (await instance.outbox('+447700900')).length,
      ];
      resist(
        toTarget <= 2 && toOwn <= 15 && texts <= 20,
        `${toTarget} to the target, ${toOwn} to the own address, ${texts} texts`,
      );
      return `of 60 changes and 60 codes: ${toTarget} mails to the target, ${toOwn} to the own address, ${texts} texts`;
    },
  },
  {
    id: 'S4',
    title: "confirming does not set another sign-up's password",
    async run(stage) {
      const instance = await stage.instance(confirming);
      const email = address();
      const attempt = (password: string, name: string) =>
        auth(instance, '/signup', { body: { email, password, data: { name } } });
      await attempt(PASSWORD, 'Owner');
      await attempt(OTHER_PASSWORD, 'Attacker');
      const links = (await instance.outbox(email)).map(linkIn).filter((link) => link !== null);
      resist(links.length > 0, 'no confirmation mail arrived');
      for (const link of links) {
        const opened = await send(instance, link.pathname + link.search);
        resist(
          !/access_token/.test(opened.headers.location ?? ''),
          'fetching the link confirmed the account',
        );
      }
      const link = links.at(-1);
      const token_hash = link?.searchParams.get('token_hash') ?? link?.searchParams.get('token');
      await auth(instance, '/verify', { body: { type: 'signup', token_hash } });
      const signIn = await auth(instance, '/token?grant_type=password', {
        body: { email, password: OTHER_PASSWORD },
      });
      resist(signIn.status !== 200, 'the attacker signs in with their own password');
      return `${links.length} links opened, the attacker's password answers ${signIn.status} ${signIn.json?.code}`;
    },
  },
  {
    id: 'S7',
    title: 'a stranger cannot lock anybody out',
    async run(stage) {
      const instance = await stage.instance();
      const { email } = await signUp(instance);
      let refused = 0;
      for (let at = 0; at < 15; at++) {
        const wrong = await auth(instance, '/token?grant_type=password', {
          body: { email, password: 'wrong' },
          from: '127.9.0.1',
        });
        if (wrong.status === 429) refused += 1;
        await auth(instance, '/recover', { body: { email }, from: '127.9.0.1' });
      }
      resist(refused > 0, 'wrong passwords are not limited at all');
      const owner = await auth(instance, '/token?grant_type=password', {
        body: { email, password: PASSWORD },
        from: '127.9.0.2',
      });
      resist(owner.status === 200, `the owner is answered ${owner.status} ${owner.text}`);
      return `${refused} of 15 guesses refused, the owner signs in from another address`;
    },
  },
  {
    id: 'S9',
    title: 'an account can have a second factor, and then needs it',
    async run(stage) {
      const instance = await stage.instance();
      const { token, email } = await signUp(instance);
      const enrol = () =>
        auth(instance, '/factors', { token, body: { factor_type: 'totp', friendly_name: 'phone' } });
      resist((await enrol()).status === 400, 'an address that nobody has proved can be closed to its owner');
      await auth(instance, '/reauthenticate', { token });
      const mail = (await instance.outbox(email)).at(-1) ?? '';
      const nonce = codeIn(mail);
      await auth(instance, '/user', { method: 'PUT', token, body: { nonce } });
      const factor = await enrol();
      resist(factor.status === 200, `enrolment answered ${factor.status}`);
      const { id } = factor.json;
      const challenge = await auth(instance, `/factors/${id}/challenge`, { token, body: {} });
      const answers = new Set<number>();
      for (let at = 0; at < 40; at++) {
        const body = { challenge_id: challenge.json.id, code: String(at).padStart(6, '0') };
        answers.add((await auth(instance, `/factors/${id}/verify`, { token, body })).status);
      }
      resist(answers.has(429), 'wrong codes are not limited');
      return `40 wrong codes answered ${[...answers].join(', ')}`;
    },
  },
  {
    id: 'S14',
    title: 'proving an address ends what a squatter set up with it',
    async run(stage) {
      const instance = await stage.instance();
      const squatter = await signUp(instance);
      const { email } = squatter;
      await auth(instance, '/otp', { body: { email }, from: '127.4.0.1' });
      const mail = (await instance.outbox(email)).at(-1) ?? '';
      const code = codeIn(mail);
      const proof = await auth(instance, '/verify', {
        body: { email, token: code, type: 'email' },
        from: '127.4.0.1',
      });
      resist(proof.status === 200, `the owner's code was answered ${proof.status}`);
      const session = await auth(instance, '/user', { token: squatter.token });
      const password = await auth(instance, '/token?grant_type=password', {
        body: { email, password: PASSWORD },
        from: '127.4.0.2',
      });
      resist(session.status !== 200, "the squatter's session goes on");
      resist(password.status !== 200, "the squatter's password still works");
      return `session ${session.status}, password ${password.status}`;
    },
  },
  {
    id: 'S13',
    title: 'a copied refresh token older than the parent ends the session',
    async run(stage) {
      const instance = await stage.instance();
      const { refreshToken } = await signUp(instance);
      const refresh = (token: string) =>
        auth(instance, '/token?grant_type=refresh_token', { body: { refresh_token: token } });
      const second = (await refresh(refreshToken)).json.refresh_token;
      const third = (await refresh(second)).json.refresh_token;
      await sleep(10_500);
      const copy = await refresh(refreshToken);
      const owner = await refresh(third);
      resist(copy.status === 400 && owner.status === 400, `copy ${copy.status}, owner ${owner.status}`);
      return `the copy is answered ${copy.json.code}, then the session is over`;
    },
  },
  {
    id: 'S15',
    title: 'user data nested thousands deep is refused, not a 500',
    async run(stage) {
      const instance = await stage.instance();
      const data = `{"a":${'['.repeat(4_000)}${']'.repeat(4_000)}}`;
      const statuses: number[] = [];
      for (const path of ['/signup', '/otp']) {
        const body = `{"email":"${address()}","password":"${PASSWORD}","data":${data}}`;
        statuses.push((await auth(instance, path, { body, from: '127.5.0.1' })).status);
      }
      resist(
        statuses.every((status) => status < 500),
        `answered ${statuses.join(', ')}`,
      );
      return `answered ${statuses.join(', ')}`;
    },
  },
  {
    id: 'S27',
    title: 'a network of many addresses has one budget',
    async run(stage) {
      // A smaller budget than the default, so that it is used up within seconds.
      const instance = await stage.instance({ TRUSTED_PROXIES: '1', AUTH_ATTEMPTS_PER_ADDRESS: '6' });
      let refused = 0;
      for (let at = 0; at < 150; at++) {
        const headers = { 'x-forwarded-for': `2001:db8:1:${at.toString(16)}::1` };
        const answer = await auth(instance, '/token?grant_type=password', {
          body: { email: address(), password: 'x' },
          headers,
        });
        if (answer.status === 429) refused += 1;
      }
      resist(refused > 0, '150 networks of one /48 were each given a full budget');
      return `${refused} of 150 refused`;
    },
  },
  {
    id: 'S31',
    title: 'a link leads to http(s) of this origin only',
    async run(stage) {
      const instance = await stage.instance();
      const { url } = instance;
      const targets = [
        `blob:${url}/x`,
        '//evil.example',
        'javascript:alert(1)',
        'https://evil.example/',
        '/\\evil.example',
      ];
      for (const target of targets) {
        const { headers } = await auth(
          instance,
          `/verify?type=signup&token=x&redirect_to=${encodeURIComponent(target)}`,
        );
        const location = URL.parse(headers.location ?? '/', url);
        resist(location?.origin === url, `${target} led to ${headers.location}`);
      }
      return `${targets.length} targets stayed here`;
    },
  },
  {
    id: 'S33',
    title: "another instance's token with the same signing key is refused",
    async run(stage) {
      const { privateKey } = await generateKeyPair('ES256', { extractable: true });
      const jwk = { ...(await exportJWK(privateKey)), kid: 'shared', alg: 'ES256' };
      const instance = await stage.instance({
        AUTH_SIGNING_KEY: JSON.stringify(jwk),
        PUBLIC_URL: 'https://one.example',
      });
      const { token } = await signUp(instance);
      const [head = '', claims = ''] = token.split('.');
      const payload = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
      const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as { alg: string; kid: string };
      const key = await importJWK(jwk, 'ES256');
      const forged = await new SignJWT({ ...payload, iss: 'https://two.example/auth/v1' })
        .setProtectedHeader(header)
        .sign(key);
      const [own, other] = [
        await send(instance, '/api/me', { token }),
        await send(instance, '/api/me', { token: forged }),
      ];
      resist(
        own.status === 200 && other.status === 401,
        `own token ${own.status}, the other's ${other.status}`,
      );
      return `own token ${own.status}, the other's ${other.status}`;
    },
  },
  {
    id: 'S52',
    title: 'a request whose body is still arriving does not outlive its session',
    async run(stage) {
      const instance = await stage.instance();
      const person = await signUp(instance, 'Owner');
      const asked = { method: 'PATCH', token: person.token, body: { name: 'Thief' } };
      const finish = await sendHalf(instance, '/api/me', asked);
      // Its headers have been read long since.
      await sleep(1_000);
      const ending = await auth(instance, '/logout?scope=global', { method: 'POST', token: person.token });
      resist(ending.status === 204, `the session could not be ended: ${ending.status}`);
      const status = await finish();
      resist(status === 401, `the change was answered ${status}`);
      return `the rest of the body was answered ${status}`;
    },
  },
];
