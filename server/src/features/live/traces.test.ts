import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventRoutes } from '@hereabouts/contract/events';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { liveRoutes, type Position } from '@hereabouts/contract/live';
import { meetingPointRoutes } from '@hereabouts/contract/meeting-points';
import { sharingRoutes } from '@hereabouts/contract/sharing';
import { systemClock } from '@hereabouts/server/clock';
import { authCall, TEST_PASSWORD } from '@hereabouts/testing/app';
import { eventInput, hoursFromNow } from '@hereabouts/testing/builders';
import { createCaller } from '@hereabouts/testing/caller';
import { lookOn } from '@hereabouts/testing/live';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const SERVER = join(import.meta.dirname, '../../main.ts');
const STEPS = 3;
/**
 * Far from every other place in this test, each step far from the one before in every digit that counts; with so many
 * digits that no id or time has them by chance.
 */
const stepOf = (step: number): Position => ({
  latitude: 49.2617384 + step * 0.0123457,
  longitude: -122.3748162 - step * 0.0098765,
  accuracy: 7,
  age_ms: 0,
});

/** Makes a database of its own and reads all its files. */
const TIMEOUT_MS = 180_000;

let dataDir: string;
let stopServer: () => Promise<void>;
beforeEach(async () => {
  stopServer = async () => {};
  dataDir = await mkdtemp(join(tmpdir(), 'hereabouts-traces-'));
});
afterEach(async () => {
  await stopServer();
  await rm(dataDir, { recursive: true, force: true });
});

/** The product as an operator starts it, on its own files, telling everything it can tell. */
async function startServer() {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'trace',
    WRITES_PER_MINUTE: '10000',
    OVERLOAD_LAG_MS: '0',
  };
  const child = spawn(process.execPath, [SERVER], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => void said.push(data));
  const output = () => Buffer.concat(said);
  const address = () => /http:\/\/127\.0\.0\.1:\d+/.exec(output().toString())?.[0];
  const ended = new Promise((resolve) => child.once('exit', resolve));
  stopServer = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url: await vi.waitUntil(address, { timeout: 60_000 }), output };
}

async function signUp(url: string, email: string) {
  const account = { email, password: TEST_PASSWORD, data: { name: email } };
  const { access_token: token, user } = await authCall(url, 'signup', account);
  return { ...createCaller(url, () => token), id: user.id, token };
}

async function filesOf(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(path)] as const)));
}

/** Every form in which a program could have written the number down: as text, as a double, as whole steps of a degree. */
function formsOf(degrees: number): Buffer[] {
  const steps = Math.round(degrees * 100_000);
  const doubles = [degrees, steps / 100_000].flatMap((value) => {
    const [little, big] = [Buffer.alloc(8), Buffer.alloc(8)];
    little.writeDoubleLE(value);
    big.writeDoubleBE(value);
    return [little, big];
  });
  const [little, big] = [Buffer.alloc(4), Buffer.alloc(4)];
  little.writeInt32LE(steps);
  big.writeInt32BE(steps);
  const digits = Math.abs(degrees).toFixed(7);
  // Cut rather than rounded, and without the last digits, so that any rounding is found.
  const texts = [digits.slice(0, digits.indexOf('.') + 5), String(Math.abs(steps)).slice(0, -1)];
  return [...doubles, little, big, ...texts.map((text) => Buffer.from(text))];
}

const findIn = (places: ReadonlyMap<string, Buffer>, degrees: number): string[] =>
  [...places]
    .filter(([, bytes]) => formsOf(degrees).some((form) => bytes.includes(form)))
    .map(([path]) => path);

test(
  'LIVE-04 no position of a sharer is written anywhere: no file, no log at its most talkative',
  async () => {
    const server = await startServer();
    const [host, friend] = [
      await signUp(server.url, 'a@example.org'),
      await signUp(server.url, 'b@example.org'),
    ];
    const request = await host.ok(friendshipRoutes.sendFriendRequest, { body: { addressee_id: friend.id } });
    await friend.ok(friendshipRoutes.acceptFriendRequest, { params: { friendshipId: request.id } });
    const times = { start_time: hoursFromNow(systemClock, -1), end_time: hoursFromNow(systemClock, 1) };
    const { id: eventId } = await host.ok(eventRoutes.createEvent, {
      body: eventInput(systemClock, { ...times, invitee_ids: [friend.id] }),
    });
    const params = { eventId };
    await friend.ok(inviteRoutes.respondToInvite, { params, body: { status: 'accepted' } });
    await host.ok(sharingRoutes.startSharing, { params });
    const pin = { name: 'By the bar', latitude: 49.0917263, longitude: -2.0817365, meet_at: null };
    await friend.ok(meetingPointRoutes.setMeetingPoint, { params, body: pin });

    const world = { url: server.url, clock: systemClock };
    const [sharer, viewer] = [await lookOn(world, host, eventId), await lookOn(world, friend, eventId)];
    for (let step = 0; step < STEPS; step += 1) {
      await sharer.push('position', stepOf(step));
      const isSeen = () =>
        Math.abs((viewer.decoder.friends.get(host.id)?.latitude ?? 0) - stepOf(step).latitude) < 1e-5;
      await vi.waitUntil(isSeen, { timeout: 20_000 });
    }
    await sharer.push('position', { ...stepOf(0), latitude: 'north' });
    await host.ok(liveRoutes.getLive, { params });
    await host.ok(sharingRoutes.stopSharing, { params });
    for (const onlooker of [sharer, viewer]) onlooker.disconnect();
    await stopServer();

    expect(server.output().length).toBeGreaterThan(1_000);
    const places = new Map([...(await filesOf(dataDir)), ['the log', server.output()]]);
    // The search finds what is written down: the pin that somebody has set on purpose.
    expect(findIn(places, pin.latitude).length).toBeGreaterThan(0);
    for (let step = 0; step < STEPS; step += 1) {
      const { latitude, longitude } = stepOf(step);
      expect([...findIn(places, latitude), ...findIn(places, longitude)]).toEqual([]);
    }
  },
  TIMEOUT_MS,
);
