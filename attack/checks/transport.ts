import { routes } from '@hereabouts/contract/routes';
import { tinyPng } from '@hereabouts/testing/pictures';
import { resist, type Check } from '../check.ts';
import { auth, send, signUp } from '../wire.ts';

/** Attacks on headers, caches and logs. */
export const transportChecks: readonly Check[] = [
  {
    id: 'S18',
    title: 'private answers are not kept by browsers',
    async run(stage) {
      const instance = await stage.instance();
      const { token } = await signUp(instance);
      const paths = [
        '/api/me',
        '/api/home',
        '/api/contacts?tab=friends',
        '/api/notifications',
        '/api/me/sharing',
        '/api/me/data',
      ];
      for (const path of paths) {
        const { status, headers } = await send(instance, path, { token });
        const cache = headers['cache-control'] ?? 'nothing';
        resist(status !== 200 || /no-store/.test(cache), `${path}: Cache-Control says ${cache}`);
      }
      return `no-store on ${paths.length} answers`;
    },
  },
  {
    id: 'S19',
    title: 'no token, password or address is in the log, at any level',
    async run(stage) {
      const instance = await stage.instance({
        LOG_LEVEL: 'trace',
        LOG_NETWORK_ADDRESSES: 'true',
        ACCESS_LOG: 'true',
      });
      const person = await signUp(instance, 'Lorelei Unmistakable');
      await person.ok(routes.createUpload, { body: await tinyPng() });
      await auth(instance, '/token?grant_type=password', {
        body: { email: person.email, password: 'wrong-secret-1' },
      });
      await auth(instance, '/recover', { body: { email: person.email } });
      await send(instance, `/api/users/${person.id}?token=${person.token}`, { token: person.token });
      const log = instance.log();
      // At debug level the log shows mails, with their links, where no mail server is configured: documented.
      const lines = log
        .split('\n')
        .filter((line) => !/outbox|"text":/.test(line))
        .join('\n');
      for (const secret of [person.token, person.refreshToken, 'wrong-secret-1', 'Lorelei']) {
        resist(!lines.includes(secret), `the log has ${secret.slice(0, 20)}…`);
      }
      return `${log.split('\n').length} lines at trace level, nothing found`;
    },
  },
  {
    id: 'S20',
    title: 'security events are logged',
    async run(stage) {
      const instance = await stage.instance();
      const { email, token } = await signUp(instance);
      await auth(instance, '/token?grant_type=password', {
        body: { email, password: 'wrong' },
        from: '127.8.0.1',
      });
      await auth(instance, '/logout', { method: 'POST', token, body: {} });
      const events = new Set([...instance.log().matchAll(/"security":"(\w+)"/g)].map(([, name]) => name));
      for (const wanted of ['signed_up', 'sign_in_failed', 'sessions_ended']) {
        resist(events.has(wanted), `no ${wanted} in the log (${[...events].join(', ')})`);
      }
      return `logged: ${[...events].join(', ')}`;
    },
  },
  {
    id: 'S29',
    title: 'data answers carry the policy for data, and pages one for device features',
    async run(stage) {
      const instance = await stage.instance();
      for (const path of ['/auth/v1/settings', '/metrics', '/api/nothing-here', '/api/settings']) {
        const csp = (await send(instance, path)).headers['content-security-policy'] ?? '';
        resist(/default-src 'none'/.test(String(csp)), `${path} carries "${String(csp).slice(0, 80)}"`);
      }
      const page = await send(instance, '/login', { headers: { accept: 'text/html' } });
      resist(page.headers['permissions-policy'] !== undefined, 'pages have no Permissions-Policy');
      return 'policies are in place';
    },
  },
  {
    id: 'S30',
    title: 'metrics are not open to a proxy on the same machine',
    async run(stage) {
      const instance = await stage.instance();
      const plain = await send(instance, '/metrics', { headers: { host: 'hereabouts.example' } });
      resist(plain.status !== 200, 'a request for another Host is answered with the metrics');
      return `answered ${plain.status}`;
    },
  },
];
