// Of @peculiar/x509, which injects its parts by decorators.
import 'reflect-metadata';
import { createPrivateKey, type webcrypto } from 'node:crypto';
import { isIP, isIPv4 } from 'node:net';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_nameConstraints,
  NameConstraints,
} from '@peculiar/asn1-x509';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { LOCAL_NETWORKS } from './local-networks.ts';

/** A certificate and its private key, both PEM. */
export type Certificate = { certificate: string; key: string };
export type Lifetime = { fromMs: number; untilMs: number };

const AUTHORITY_NAME = 'CN=Hereabouts on this computer';
/** No host's name: OpenSSL would hold an address here against the domains the authority may vouch for. */
const SERVER_NAME = 'CN=Hereabouts for phones nearby';
const LOCAL_DOMAINS = ['localhost', 'local'];
const KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** An authority that phones can be told to trust. Should its key be stolen, it vouches for nothing but addresses of local
 * networks, this computer's names and the hosts named here. */
export async function makeAuthority({
  hosts,
  ...lifetime
}: { hosts: readonly string[] } & Lifetime): Promise<Certificate> {
  const keys = await makeKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: AUTHORITY_NAME,
    keys,
    ...datesOf(lifetime),
    signingAlgorithm: SIGNATURE,
    extensions: [
      // An authority, of servers only (path length 0).
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
      new Extension(id_ce_nameConstraints, true, AsnConvert.serialize(constraintsTo(hosts))),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: pemOf(certificate), key: await exportKey(keys) };
}

/** A server's certificate for these addresses and names, signed by the authority. */
export async function issueCertificate(
  authority: Certificate,
  { hosts, ...lifetime }: { hosts: readonly string[] } & Lifetime,
): Promise<Certificate> {
  const keys = await makeKeys();
  const issuer = new X509Certificate(authority.certificate);
  const issuerKeyId = issuer.getExtension(SubjectKeyIdentifierExtension)?.keyId ?? '';
  const certificate = await X509CertificateGenerator.create({
    subject: SERVER_NAME,
    issuer: issuer.subjectName,
    publicKey: keys.publicKey,
    signingKey: createPrivateKey(authority.key).toCryptoKey(KEY, false, ['sign']),
    ...datesOf(lifetime),
    signingAlgorithm: SIGNATURE,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(
        hosts.map((host) => ({ type: isIP(host) === 0 ? 'dns' : 'ip', value: host })),
      ),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      new AuthorityKeyIdentifierExtension(issuerKeyId),
    ],
  });
  return { certificate: pemOf(certificate), key: await exportKey(keys) };
}

function constraintsTo(hosts: readonly string[]): NameConstraints {
  const names = [...LOCAL_DOMAINS, ...hosts.filter((host) => isIP(host) === 0)];
  const networks = [...LOCAL_NETWORKS, ...hosts.filter((host) => isIP(host) !== 0).map(hostAsNetwork)];
  const permitted = [
    ...names.map((dNSName) => new GeneralName({ dNSName })),
    ...networks.map((iPAddress) => new GeneralName({ iPAddress })),
  ];
  return new NameConstraints({
    permittedSubtrees: new GeneralSubtrees(permitted.map((base) => new GeneralSubtree({ base }))),
  });
}

const makeKeys = () => crypto.subtle.generateKey(KEY, true, ['sign', 'verify']);

const exportKey = async ({ privateKey }: webcrypto.CryptoKeyPair) =>
  `${PemConverter.encode(await crypto.subtle.exportKey('pkcs8', privateKey), 'PRIVATE KEY')}\n`;

const pemOf = (certificate: X509Certificate) => `${certificate.toString('pem')}\n`;

const datesOf = ({ fromMs, untilMs }: Lifetime) => ({
  notBefore: new Date(fromMs),
  notAfter: new Date(untilMs),
});

const hostAsNetwork = (host: string) => `${host}/${isIPv4(host) ? 32 : 128}`;
