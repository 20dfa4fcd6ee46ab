import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { DAY_MS } from '@hereabouts/contract/durations';
import { issueCertificate, makeAuthority, type Certificate } from './certificate.ts';
import { isLocalAddress } from './local-networks.ts';

const AUTHORITY_DAYS = 3_650;
/** iPhones take no server certificate that runs longer than 825 days, public ones 398. */
const SERVER_DAYS = 365;
const RENEWED_BEFORE_DAYS = 14;
/** Phones' clocks may be behind. */
const BACKDATED_DAYS = 1;

type Kept = Certificate & { hosts: string[]; untilMs: number };
export type KeptCertificates = { authority: Certificate; server: Certificate };

/** The certificates in the folder, made or renewed where they are missing, run out soon or name other hosts. The authority
 * outlives changes of address, so that a phone that trusts it need not be told again. */
export async function keepCertificates(
  folder: string,
  { hosts, nowMs }: { hosts: readonly string[]; nowMs: number },
): Promise<KeptCertificates> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lifetime = (days: number) => ({
    fromMs: nowMs - BACKDATED_DAYS * DAY_MS,
    untilMs: nowMs + days * DAY_MS,
  });
  const lasts = (kept: Kept) => kept.untilMs > nowMs + RENEWED_BEFORE_DAYS * DAY_MS;

  const beyondLocal = hosts.filter((host) => !isLocal(host));
  const authorityFile = join(folder, 'authority.json');
  const serverFile = join(folder, 'server.json');
  let authority = await read(authorityFile);
  let server = await read(serverFile);
  if (!authority || !lasts(authority) || beyondLocal.some((host) => !authority?.hosts.includes(host))) {
    const { untilMs } = lifetime(AUTHORITY_DAYS);
    const made = await makeAuthority({ hosts: beyondLocal, ...lifetime(AUTHORITY_DAYS) });
    authority = { ...made, hosts: beyondLocal, untilMs };
    server = null;
    await write(authorityFile, authority);
  }
  if (!server || !lasts(server) || server.hosts.join() !== hosts.join()) {
    const { untilMs } = lifetime(SERVER_DAYS);
    const made = await issueCertificate(authority, { hosts, ...lifetime(SERVER_DAYS) });
    server = { ...made, hosts: [...hosts], untilMs };
    await write(serverFile, server);
  }
  return { authority, server };
}

function isLocal(host: string): boolean {
  if (isIP(host) !== 0) return isLocalAddress(host);
  return ['localhost', 'local'].some((domain) => host === domain || host.endsWith(`.${domain}`));
}

async function read(file: string): Promise<Kept | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Kept;
  } catch {
    // Missing, or cut short by a full disk: a new one does as well.
    return null;
  }
}

async function write(file: string, kept: Kept): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(kept), { mode: 0o600 });
  await rename(`${file}.new`, file);
}
