import { hostname } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@hereabouts/server/clock';
import type { Config } from '@hereabouts/server/config';
import { prepareDataDir } from '@hereabouts/server/data-dir';
import { createLog } from '@hereabouts/server/log';
import { createApp, type App, type AppOverrides } from '@hereabouts/server/app';
import type { ServerAddress } from '#demo/simulator/server-address.ts';
import { keepCertificates } from './keep-certificate.ts';
import { lanAddresses } from './local-networks.ts';

/** Where a phone fetches the authority it may be told to trust. */
export const AUTHORITY_PATH = '/hereabouts.crt';

export type PhoneServer = {
  app: App;
  /** The authority's certificate, PEM. */
  authority: string;
  /** Starts to listen. `origins` are those a phone may use, the likeliest first; `local` is for programs on this computer,
   * which know the authority by its certificate. */
  start(): Promise<{ origins: string[]; local: Required<ServerAddress> }>;
};

/** The product on this computer's addresses over HTTPS, with a certificate of its own: phones give a page their camera,
 * compass and position only then. Nothing listens yet.
 * @throws Error when the computer is in no network, or PUBLIC_URL is no https address */
export async function createPhoneServer(
  config: Config,
  { addresses = lanAddresses(), ...overrides }: AppOverrides & { addresses?: string[] } = {},
): Promise<PhoneServer> {
  const { publicUrl } = config;
  if (publicUrl !== null && !publicUrl.startsWith('https:')) {
    throw new Error(`PUBLIC_URL must start with https:// here, not "${publicUrl}".`);
  }
  if (addresses.length === 0 && publicUrl === null) {
    throw new Error('This computer is in no network. Join the one your phone is in, then start again.');
  }
  prepareDataDir(config.dataDir, createLog(config.logLevel));
  const { authority, server } = await keepCertificates(join(config.dataDir, 'phone'), {
    hosts: hostsOf(addresses, publicUrl),
    nowMs: (overrides.clock ?? systemClock).now(),
  });
  // Without PUBLIC_URL each address goes on under its own name: whoever came by one stays there.
  const app = await createApp(config, { ...overrides, tls: { cert: server.certificate, key: server.key } });
  app.http.get(AUTHORITY_PATH, (_request, reply) =>
    reply.type('application/x-x509-ca-cert').send(authority.certificate),
  );
  return {
    app,
    authority: authority.certificate,
    async start() {
      const url = await app.start();
      const { port } = new URL(url);
      const own = addresses.map((address) => `https://${address}:${port}`);
      const origins = publicUrl === null ? own : [publicUrl, ...own.filter((origin) => origin !== publicUrl)];
      return { origins, local: { url, authority: authority.certificate } };
    },
  };
}

function hostsOf(addresses: readonly string[], publicUrl: string | null): string[] {
  const published = publicUrl === null ? [] : [new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')];
  const name = hostname().toLowerCase().split('.', 1)[0] ?? '';
  const named = /^[a-z0-9-]+$/.test(name) ? [`${name}.local`] : [];
  return [...new Set([...addresses, ...published, ...named, 'localhost', '127.0.0.1', '::1'])];
}
