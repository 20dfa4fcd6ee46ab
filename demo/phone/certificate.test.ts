import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { isIP, type AddressInfo } from 'node:net';
import { type networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '@hereabouts/contract/durations';
import { issueCertificate, makeAuthority, type Certificate } from './certificate.ts';
import { keepCertificates } from './keep-certificate.ts';
import { lanAddresses } from './local-networks.ts';

const now = Date.now();
const lifetime = { fromMs: now - DAY_MS, untilMs: now + 30 * DAY_MS };

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'hereabouts-certificate-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

/** What a client that trusts the authority makes of the certificate when it asks for this host; null: it is content. */
async function problem(authority: Certificate, server: Certificate, host: string): Promise<string | null> {
  const listener = createServer({ cert: server.certificate, key: server.key }, (socket) => socket.end());
  listener.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  const found = await new Promise<string | null>((resolve) => {
    const socket = connect({
      port,
      host: '127.0.0.1',
      ca: authority.certificate,
      servername: '',
      checkServerIdentity,
    });
    function checkServerIdentity() {
      const own = new X509Certificate(server.certificate);
      const named = isIP(host) === 0 ? own.checkHost(host) : own.checkIP(host);
      return named === undefined ? new Error('other host') : undefined;
    }
    socket.once('secureConnect', () => resolve(null));
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.once('close', () => resolve('closed'));
  });
  await new Promise((resolve) => listener.close(resolve));
  return found;
}

test('LIVE-08 a certificate is good for each address and name it was made for, and for no other', async () => {
  const authority = await makeAuthority({ hosts: [], ...lifetime });
  const server = await issueCertificate(authority, {
    hosts: ['192.168.1.20', '10.9.8.7', 'fd00::2', '::1', 'laptop.local', 'localhost'],
    ...lifetime,
  });
  for (const host of ['192.168.1.20', '10.9.8.7', 'fd00::2', '::1', 'laptop.local', 'localhost']) {
    expect([host, await problem(authority, server, host)]).toEqual([host, null]);
  }
  expect(await problem(authority, server, '192.168.1.21')).toBe('other host');
  expect(await problem(await makeAuthority({ hosts: [], ...lifetime }), server, 'localhost')).not.toBeNull();
});

test.each(['bank.example', '93.184.216.34', '2606:2800::1'])(
  // OpenSSL's refusal for a name constraint has no code of its own in Node.
  'LIVE-08 the authority cannot vouch for %s, whoever holds its key',
  async (host) => {
    const authority = await makeAuthority({ hosts: ['192.0.2.2', 'party.example'], ...lifetime });
    const forged = await issueCertificate(authority, { hosts: [host], ...lifetime });
    expect(await problem(authority, forged, host)).toBe('UNSPECIFIED');
    const own = await issueCertificate(authority, { hosts: ['192.0.2.2', 'party.example'], ...lifetime });
    expect(await problem(authority, own, 'party.example')).toBeNull();
  },
);

test('LIVE-08 a certificate past its time is refused', async () => {
  const authority = await makeAuthority({ hosts: [], ...lifetime });
  const past = { fromMs: now - 2 * DAY_MS, untilMs: now - DAY_MS };
  const server = await issueCertificate(authority, { hosts: ['localhost'], ...past });
  expect(await problem(authority, server, 'localhost')).toBe('CERT_HAS_EXPIRED');
});

test('LIVE-08 the certificate is kept across starts; another address or its end renews it, and the authority stays', async () => {
  const keep = (hosts: string[], nowMs = now) => keepCertificates(folder, { hosts, nowMs });
  const first = await keep(['192.168.1.20']);
  expect(await keep(['192.168.1.20'])).toEqual(first);
  expect((await stat(join(folder, 'authority.json'))).mode & 0o077).toBe(0);

  const moved = await keep(['192.168.1.21']);
  expect(moved.authority).toEqual(first.authority);
  expect(await problem(moved.authority, moved.server, '192.168.1.21')).toBeNull();

  const later = await keep(['192.168.1.21'], now + 360 * DAY_MS);
  expect(later.authority).toEqual(first.authority);
  expect(new X509Certificate(later.server.certificate).validToDate.getTime()).toBeGreaterThan(
    now + 700 * DAY_MS,
  );
  expect(new X509Certificate(first.authority.certificate).ca).toBe(true);
});

test('LIVE-08 an address beyond local networks gets an authority that may vouch for it', async () => {
  const local = await keepCertificates(folder, { hosts: ['192.168.1.20'], nowMs: now });
  const other = await keepCertificates(folder, { hosts: ['192.0.2.2'], nowMs: now });
  expect(other.authority).not.toEqual(local.authority);
  expect(await problem(other.authority, other.server, '192.0.2.2')).toBeNull();
});

test('LIVE-08 the likeliest address comes first: local before public, real before virtual', () => {
  const entry = (address: string, more: object = {}) => ({
    address,
    family: 'IPv4',
    internal: false,
    ...more,
  });
  const interfaces = {
    lo: [entry('127.0.0.1', { internal: true })],
    docker0: [entry('172.17.0.1')],
    eth0: [entry('203.0.113.9'), entry('fd00::2', { family: 'IPv6' })],
    wlan0: [entry('192.168.1.20')],
  } as unknown as ReturnType<typeof networkInterfaces>;
  expect(lanAddresses(interfaces)).toEqual(['192.168.1.20', '203.0.113.9', '172.17.0.1']);
});
