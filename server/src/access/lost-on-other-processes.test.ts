import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accountDataRoutes } from '@hereabouts/contract/account-data';
import { guestMergeRoutes } from '@hereabouts/contract/guest-merge';
import { ACCESS_LOSS_MAX_MS, eventTopic, REALTIME_PATH, userTopic } from '@hereabouts/contract/realtime';
import { sessionRoutes } from '@hereabouts/contract/sessions';
import { authCall, startTestApp, TEST_PASSWORD, type TestApp } from '@hereabouts/testing/app';
import { befriend, block, createEvent } from '@hereabouts/testing/builders';
import { createCaller } from '@hereabouts/testing/caller';
import { createPostgresDatabase } from '@hereabouts/testing/database';
import { freePort, natsServer, natsUrl, openNatsProxy, startNats, stopNats } from '@hereabouts/testing/nats';
import { openSocket, type TestSocket } from '@hereabouts/testing/realtime';
import { authRequest, enterCode } from '@hereabouts/testing/second-step';
import { TOTP_STEP_MS } from '@hereabouts/testing/totp';
import { Socket } from 'phoenix';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runCommand } from '#server/admin/commands.ts';

const { engine, url: databaseUrl } = inject('testDatabase');

describe.skipIf(natsServer === undefined)('through a process that is cut off from NATS', () => {
  let nats: ChildProcess;
  let proxy: Awaited<ReturnType<typeof openNatsProxy>>;
  let here: TestApp;
  let there: TestApp;

  beforeAll(async () => {
    const port = await freePort();
    nats = await startNats(port);
    proxy = await openNatsProxy(port);
    here = await startTestApp({ natsUrl: natsUrl(proxy.port) });
    there = await startTestApp({ natsUrl: natsUrl(port) }, { beside: here });
    proxy.fail('silent');
  });
  afterAll(async () => {
    await there.stop();
    await here.stop();
    await proxy.close();
    await stopNats(nats);
  });

  const socketOf = async (person: { id: string; token: string }) => {
    const socket = await there.connect(person);
    await socket.join(userTopic(person.id));
    return socket;
  };
  const soon = (isSo: () => boolean) => () => {
    here.clock.advance(100);
    return isSo();
  };
  const isEnded = ({ received }: TestSocket) => received.some(({ event }) => event === 'session_ended');

  test('PERM-05 whoever is blocked loses the event at the other', async () => {
    const [host, friend] = [await here.signUp(), await here.signUp()];
    await befriend(host, friend);
    const eventId = await createEvent(here, host, { invitee_ids: [friend.id] });
    const socket = await socketOf(friend);
    await socket.join(eventTopic(eventId));
    await block(host, friend);
    const hasLost = () => socket.received.some(({ event }) => event === 'access_lost');
    await expect.poll(soon(hasLost)).toBe(true);
    expect(socket.closes).toEqual([]);
  });

  const endings: Record<string, () => Promise<TestSocket>> = {
    async 'a sign-out'() {
      const person = await here.signUp();
      const socket = await socketOf(person);
      await authRequest(here, person.token, '/logout?scope=local');
      return socket;
    },
    async 'a sign-out of other devices'() {
      const person = await here.signUp();
      const other = await person.signInElsewhere();
      const socket = await socketOf({ id: person.id, token: other.token });
      await person.ok(sessionRoutes.endOtherSessions);
      return socket;
    },
    async 'the deletion of an account'() {
      const person = await here.signUp();
      const socket = await socketOf(person);
      await person.ok(accountDataRoutes.deleteAccount, { body: { password: TEST_PASSWORD } });
      return socket;
    },
    async 'the merge of a guest'() {
      const [person, guest] = [await here.signUp(), await here.comeAsGuest()];
      const socket = await socketOf(guest);
      await person.ok(guestMergeRoutes.mergeGuest, { body: { guest_token: guest.token } });
      return socket;
    },
    async 'a suspension'() {
      const person = await here.signUp();
      const socket = await socketOf(person);
      await runCommand(here.context, {
        args: ['people', 'suspend', person.id, '--why', 'Spam'],
        operator: 'olga',
      });
      return socket;
    },
    async 'the removal of the factor that raised a session'() {
      const person = await here.signUp();
      await person.enableSecondStep();
      here.clock.advance(TOTP_STEP_MS);
      const enrolled = await authRequest(here, person.token, '/factors', {
        body: { factor_type: 'totp', friendly_name: 'second' },
      });
      const second = { factorId: enrolled.body.id, secret: enrolled.body.totp.secret };
      const { body } = await enterCode(here, person.token, second);
      const socket = await socketOf({ id: person.id, token: body.access_token });
      await authRequest(here, body.access_token, `/factors/${second.factorId}`, { method: 'DELETE' });
      return socket;
    },
  };

  test.each(Object.keys(endings))('SESS-03 PERM-05 %s closes the sockets at the other', async (name) => {
    const socket = await endings[name]!();
    await expect.poll(soon(() => isEnded(socket))).toBe(true);
  });
});

test('a process without NATS is alone on the embedded database; on Postgres it writes for others, whom it may not know of', async () => {
  const app = await startTestApp();
  try {
    const [one, other] = [await app.signUp(), await app.signUp()];
    await block(one, other);
    const written = await app.context.db.query('select from revocations');
    expect(written.length > 0).toBe(engine === 'postgres');
  } finally {
    await app.stop();
  }
});

describe.skipIf(natsServer === undefined || engine === 'pglite')('two processes of the product', () => {
  const main = fileURLToPath(new URL('../main.ts', import.meta.url));
  const children: ChildProcess[] = [];
  let folder: string;
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  async function startProcess(env: Record<string, string>) {
    const port = await freePort();
    const dataDir = await mkdtemp(join(folder, 'data-'));
    const child = spawn(process.execPath, [main], {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataDir,
        ...env,
      },
      stdio: 'ignore',
    });
    children.push(child);
    const url = `http://127.0.0.1:${port}`;
    const isReady = () =>
      fetch(`${url}/readyz`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(isReady).toBe(200);
    return { url, child };
  }

  test('PERM-05 what a process took back holds at the other when it is killed at its answer, with NATS frozen', async () => {
    folder = await mkdtemp(join(tmpdir(), 'hereabouts-killed-'));
    const database = await createPostgresDatabase(databaseUrl);
    const port = await freePort();
    children.push(await startNats(port));
    const proxy = await openNatsProxy(port);
    const env = { DATABASE_URL: database, LOG_LEVEL: 'fatal' };
    const [here, there] = await Promise.all([
      startProcess({ ...env, NATS_URL: natsUrl(proxy.port) }),
      startProcess({ ...env, NATS_URL: natsUrl(port) }),
    ]);
    const account = { email: 'ann@example.org', password: TEST_PASSWORD, data: { name: 'Ann' } };
    const { access_token: token, user } = await authCall(here.url, 'signup', account);
    const elsewhere = await authCall(here.url, 'token?grant_type=password', account);
    const authToken = elsewhere.access_token;
    const socket = await openSocket(
      new Socket(there.url.replace('http', 'ws') + REALTIME_PATH, { authToken }),
    );
    await socket.join(userTopic(user.id));
    proxy.fail('silent');
    await createCaller(here.url, () => token).ok(sessionRoutes.endOtherSessions);
    const answeredAt = performance.now();
    here.child.kill('SIGKILL');
    await once(here.child, 'exit');
    await socket.seen('phoenix', 'session_ended');
    expect(performance.now() - answeredAt).toBeLessThan(ACCESS_LOSS_MAX_MS);
    socket.socket.disconnect();
    await proxy.close();
  });
});
