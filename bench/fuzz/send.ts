import { Agent, request as httpRequest } from 'node:http';
import { createRandom } from './random.ts';
import { makeRequest, type FuzzRequest } from './requests.ts';
import { MAY_SEE, SENDERS, type Sender, type World } from './people.ts';

const LANES = 24;
const ANSWER_MAX_MS = 30_000;
const BODY_KEPT_BYTES = 262_144;

export type Tally = {
  sent: number;
  byStatus: Map<string, number>;
  bySender: Map<Sender, number>;
  /** Answers that must not be: 5xx, leaks, envelopes of another shape, time-outs. Each with its request. */
  findings: string[];
  /** Connections the server closed without an answer, which it may for headers it cannot read. */
  resets: number;
};

export const createTally = (): Tally => ({
  sent: 0,
  byStatus: new Map(),
  bySender: new Map(),
  findings: [],
  resets: 0,
});

export type FuzzRun = {
  url: string;
  world: World;
  routes: Parameters<typeof makeRequest>[0];
  seed: number;
  requests: number;
};

/** Sends that many requests, repeatable by the seed but for the order in which the answers come. */
export async function sendRequests(
  { url, world, routes, seed, requests }: FuzzRun,
  tally: Tally,
): Promise<void> {
  const random = createRandom(seed);
  const agent = new Agent({ keepAlive: true, maxSockets: LANES });
  let left = requests;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      const sender = random.pick(SENDERS);
      const request = makeRequest(routes, random, world.known);
      await sendOne({ url, agent, world, tally }, sender, request);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  agent.destroy();
}

type Sending = { url: string; agent: Agent; world: World; tally: Tally };

async function sendOne(sending: Sending, sender: Sender, request: FuzzRequest): Promise<void> {
  const { tally, world } = sending;
  const person = sender === 'anonymous' ? null : world.people[sender];
  tally.sent += 1;
  count(tally.bySender, sender);
  try {
    const { status, body } = await exchange(sending, request, person?.token ?? null);
    count(tally.byStatus, String(status));
    const problem = problemOf(status, body, sender, request, world.marker);
    if (problem !== null) tally.findings.push(`${problem}: ${describe(sender, request)}`);
    // Some requests sign out or change the password.
    if (status === 401 && person !== null && !request.path.startsWith('/auth')) {
      await person.signIn().catch(() => tally.findings.push(`${sender} cannot sign in any more`));
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ECONNRESET' || code === 'EPIPE' || code.startsWith('HPE_')) tally.resets += 1;
    else tally.findings.push(`${String(error)}: ${describe(sender, request)}`);
  }
}

function exchange(
  { url, agent }: Sending,
  { method, path, headers, body }: FuzzRequest,
  token: string | null,
) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const outgoing = httpRequest({
      agent,
      hostname,
      port,
      method,
      path,
      headers: {
        ...headers,
        // Node frames a body of DELETE and GET only when its length is given.
        ...(body !== null && { 'content-length': Buffer.byteLength(body) }),
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      signal: AbortSignal.timeout(ANSWER_MAX_MS),
    });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      incoming.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= BODY_KEPT_BYTES) chunks.push(chunk);
      });
      incoming.on('error', reject);
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
      );
    });
    outgoing.end(body ?? undefined);
  });
}

function problemOf(status: number, body: string, sender: Sender, request: FuzzRequest, marker: string) {
  // Without a tile service, a tile that is not kept is a 502 by design.
  if (status >= 500 && !(status === 502 && request.path.startsWith('/tiles')))
    return `${status} ${body.slice(0, 200)}`;
  if (body.includes(marker) && !MAY_SEE.includes(sender)) return 'LEAK of the private event';
  if (/node_modules|\bat \w+ \(|syntax error at or near|pg_catalog/.test(body) && status >= 400)
    return 'LEAK of the inside';
  if (status >= 400 && request.path.startsWith('/api/') && request.method !== 'HEAD' && !isEnvelope(body)) {
    return `not the error envelope: ${status} ${body.slice(0, 100)}`;
  }
  return null;
}

function isEnvelope(body: string): boolean {
  try {
    const { error } = JSON.parse(body) as { error?: { code?: unknown; message?: unknown } };
    return typeof error?.code === 'string' && typeof error.message === 'string';
  } catch {
    return false;
  }
}

const describe = (sender: Sender, { name, method, path, headers, body }: FuzzRequest) =>
  JSON.stringify({
    sender,
    name,
    method,
    path: path.slice(0, 300),
    headers,
    body: body?.toString().slice(0, 300),
  });

export function count<K>(counts: Map<K, number>, key: K, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
