import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto';
import { isIP, isIPv4 } from 'node:net';
import {
  bits,
  boolean,
  integer,
  labelled,
  objectId,
  octets,
  sequence,
  set,
  tagged,
  time,
  utf8,
} from './der.ts';
import { addressBytes, LOCAL_NETWORKS, networkBytes } from './local-networks.ts';

/** A certificate and its private key, both PEM. */
export type Certificate = { certificate: string; key: string };
export type Lifetime = { fromMs: number; untilMs: number };

const AUTHORITY_NAME = 'Hereabouts on this computer';
/** No host's name: OpenSSL would hold an address here against the domains the authority may vouch for. */
const SERVER_NAME = 'Hereabouts for phones nearby';
const LOCAL_DOMAINS = ['localhost', 'local'];
const SHA256_WITH_ECDSA = sequence(objectId('1.2.840.10045.4.3.2'));
const COMMON_NAME = '2.5.4.3';

/**
 * An authority that phones can be told to trust. Should its key be stolen, it vouches for nothing but addresses of local
 * networks, this computer's names and the hosts named here.
 */
export function makeAuthority({ hosts, ...lifetime }: { hosts: readonly string[] } & Lifetime): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const permitted = [
    ...[...LOCAL_DOMAINS, ...hosts.filter((host) => isIP(host) === 0)].map((name) => dnsName(name)),
    ...LOCAL_NETWORKS.map((network) => labelled(7, networkBytes(network))),
    ...hosts.filter((host) => isIP(host) !== 0).map((host) => labelled(7, hostAsNetwork(host))),
  ];
  return certify({
    subject: AUTHORITY_NAME,
    subjectKey: publicKey,
    issuerKey: privateKey,
    key: privateKey,
    lifetime,
    extensions: [
      // An authority, of servers only (path length 0).
      extension('2.5.29.19', sequence(boolean(true), integer(Buffer.of(0))), 'critical'),
      extension('2.5.29.15', bits(Buffer.of(0b0000_0100), 2), 'critical'),
      extension('2.5.29.30', sequence(tagged(0, ...permitted.map((name) => sequence(name)))), 'critical'),
    ],
  });
}

/** A server's certificate for these addresses and names, signed by the authority. */
export function issueCertificate(
  authority: Certificate,
  { hosts, ...lifetime }: { hosts: readonly string[] } & Lifetime,
): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const names = hosts.map((host) => (isIP(host) === 0 ? dnsName(host) : labelled(7, addressBytes(host))));
  return certify({
    subject: SERVER_NAME,
    subjectKey: publicKey,
    issuerKey: createPrivateKey(authority.key),
    key: privateKey,
    lifetime,
    extensions: [
      extension('2.5.29.19', sequence(), 'critical'),
      extension('2.5.29.15', bits(Buffer.of(0b1000_0000), 7), 'critical'),
      extension('2.5.29.37', sequence(objectId('1.3.6.1.5.5.7.3.1'))),
      extension('2.5.29.17', sequence(...names)),
    ],
  });
}

type Plan = {
  subject: string;
  subjectKey: KeyObject;
  issuerKey: KeyObject;
  key: KeyObject;
  lifetime: Lifetime;
  extensions: readonly Buffer[];
};

/** RFC 5280: version 3, a random serial number, what is certified, and the issuer's signature over all of it. */
function certify({ subject, subjectKey, issuerKey, key, lifetime, extensions }: Plan): Certificate {
  const content = sequence(
    tagged(0, integer(Buffer.of(2))),
    integer(randomBytes(16)),
    SHA256_WITH_ECDSA,
    commonName(AUTHORITY_NAME),
    sequence(time(lifetime.fromMs), time(lifetime.untilMs)),
    commonName(subject),
    spki(subjectKey),
    tagged(
      3,
      sequence(
        ...extensions,
        extension('2.5.29.14', octets(keyId(subjectKey))),
        extension('2.5.29.35', sequence(labelled(0, keyId(createPublicKey(issuerKey))))),
      ),
    ),
  );
  const signature = sign('sha256', content, issuerKey);
  return {
    certificate: pem('CERTIFICATE', sequence(content, SHA256_WITH_ECDSA, bits(signature))),
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

const commonName = (name: string) => sequence(set(sequence(objectId(COMMON_NAME), utf8(name))));
const dnsName = (name: string) => labelled(2, Buffer.from(name));
const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'der' });
const keyId = (key: KeyObject) => createHash('sha256').update(spki(key)).digest().subarray(0, 20);

const extension = (id: string, value: Buffer, critical?: 'critical') =>
  sequence(objectId(id), ...(critical ? [boolean(true)] : []), octets(value));

const hostAsNetwork = (host: string) => networkBytes(`${host}/${isIPv4(host) ? 32 : 128}`);

function pem(label: string, content: Buffer): string {
  const lines = content.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
