import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { refuseCostlyRequests, UNANSWERED_MAX } from './costly-requests.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
/** In one read of the server. */
const PIPELINED = 2_000;

async function serve(server: Server, work: (port: number) => Promise<void>): Promise<void> {
  refuseCostlyRequests(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await work((server.address() as AddressInfo).port);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Sends it in one piece; resolves with what came back when the connection is closed or as many responses have come. */
function exchange(socket: ReturnType<typeof connect>, text: string, responses: number): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    socket.on('data', (part: Buffer) => {
      received += part.toString();
      if (received.split('HTTP/1.1 200').length - 1 < responses) return;
      socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
    socket.write(text);
  });
}

test('a connection with thousands of pipelined requests is closed after a few (S47)', async () => {
  let served = 0;
  const server = createServer((_, response) => {
    served += 1;
    setImmediate(() => response.end('x'));
  });
  await serve(server, async (port) => {
    await exchange(connect(port, '127.0.0.1'), REQUEST.repeat(PIPELINED), PIPELINED);
    expect(served).toBe(UNANSWERED_MAX);
    // Others, and as many as are allowed, are served.
    const answers = await exchange(
      connect(port, '127.0.0.1'),
      REQUEST.repeat(UNANSWERED_MAX),
      UNANSWERED_MAX,
    );
    expect(answers.split('HTTP/1.1 200')).toHaveLength(UNANSWERED_MAX + 1);
  });
});

test('one request after another goes on for as long as the client likes (S47)', async () => {
  await serve(
    createServer((_, response) => void response.end('x')),
    async (port) => {
      const socket = connect(port, '127.0.0.1');
      for (let nth = 0; nth < 3 * UNANSWERED_MAX; nth += 1) {
        socket.write(REQUEST);
        await new Promise((resolve) => socket.once('data', resolve));
      }
      expect(socket.destroyed).toBe(false);
      socket.destroy();
    },
  );
});

test.each(['GET / HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n'])(
  'pipelines that Node itself answers are cut too: %j (S47)',
  async (text) => {
    await serve(
      createServer((_, response) => void response.end('x')),
      async (port) => {
        const received = await exchange(connect(port, '127.0.0.1'), text.repeat(PIPELINED), PIPELINED);
        expect(received.split('HTTP/1.1 4').length - 1).toBeLessThan(10);
        const answer = await exchange(connect(port, '127.0.0.1'), REQUEST, 1);
        expect(answer).toContain('HTTP/1.1 200');
      },
    );
  },
);

test('a body in chunks is refused before any of it is parsed (S66)', async () => {
  let served = 0;
  const server = createServer(() => void (served += 1));
  await serve(server, async (port) => {
    const head = 'POST /nothing HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
    const answer = await exchange(connect(port, '127.0.0.1'), head + '1\r\na\r\n'.repeat(PIPELINED), 1);
    expect(answer).toMatch(/^HTTP\/1\.1 411 [\s\S]*"code":"invalid"/);
    expect(answer.split('HTTP/1.1')).toHaveLength(2);
    expect(served).toBe(0);
  });
});
