import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startS3StandIn } from '@hereabouts/testing/s3-stand-in';
import { freePort } from '@hereabouts/testing/nats';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { requireBucket } from './bucket.ts';

const close: (() => void)[] = [];
afterEach(() => close.splice(0).forEach((each) => each()));

const configOf = (port: number) =>
  readConfig({
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: 'uploads',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'wrong',
  });

async function serviceThat(answers: RequestListener): Promise<number> {
  const server = createServer(answers);
  close.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

test('a wrong S3 key is named in one sentence, after one request', async () => {
  let requests = 0;
  const port = await serviceThat((_request, response) => {
    requests += 1;
    response.writeHead(403).end();
  });
  await expect(requireBucket(configOf(port), { isSource: false })).rejects.toThrow(
    `http://127.0.0.1:${port} refuses S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or their access to the bucket uploads`,
  );
  expect(requests).toBe(1);
});

test('an S3 service that is not there is named', async () => {
  const port = await freePort();
  await expect(requireBucket(configOf(port), { isSource: false })).rejects.toThrow(
    `http://127.0.0.1:${port} does not answer: `,
  );
});

test('an S3 service that fails is named with its status', async () => {
  const port = await serviceThat((_request, response) => void response.writeHead(400).end());
  await expect(requireBucket(configOf(port), { isSource: false })).rejects.toThrow(
    `http://127.0.0.1:${port} answers 400`,
  );
});

test('OPS-03 a bucket that pictures are read from is never made', async () => {
  const service = await startS3StandIn('pictures');
  close.push(() => void service.stop());
  const config = configOf(Number(new URL(service.endpoint).port));
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await expect(requireBucket(config, { isSource: true })).rejects.toThrow('has no bucket uploads');
  }
  await requireBucket(config, { isSource: false });
  await requireBucket(config, { isSource: true });
});

test('without S3 settings nothing is required', async () => {
  await expect(requireBucket({ s3: null }, { isSource: true })).resolves.toBeUndefined();
});
