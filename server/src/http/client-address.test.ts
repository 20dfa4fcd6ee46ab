import type { IncomingMessage } from 'node:http';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

test.each([
  [0, '198.51.100.7'],
  [1, '198.51.100.7'],
  [1, '203.0.113.9, 198.51.100.7'],
  [2, '203.0.113.9,198.51.100.7'],
  [3, '203.0.113.9, 198.51.100.7'],
  [2, undefined],
])(
  'behind %i proxies of the operator, %s: the address is the one that Fastify finds',
  async (proxies, header) => {
    const app = Fastify({ trustProxy: (_address, hop) => hop < proxies });
    let raw: IncomingMessage | undefined;
    app.get('/', (request, reply) => {
      raw = request.raw;
      return reply.send(request.ip);
    });
    const headers = header === undefined ? {} : { 'x-forwarded-for': header };
    const { body } = await app.inject({ url: '/', headers, remoteAddress: '192.0.2.1' });
    expect(clientAddress(raw!, proxies)).toBe(body);
    await app.close();
  },
);
