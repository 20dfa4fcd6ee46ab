import { systemClock } from '@hereabouts/server/clock';
import { createAccessTokens } from '@hereabouts/server/auth/tokens/access-tokens';
import { openSigningKeys, parseSigningKey } from '@hereabouts/server/auth/tokens/signing-keys';
import { openDatabase } from '@hereabouts/server/db/open';
import { silentLog } from '@hereabouts/testing/silent-log';
import { generateKeyPairSync } from 'node:crypto';
import { withClient, type Seeded } from './database.ts';

/** Somebody signed in, with an event of their home list. */
export type Visitor = { userId: string; email: string; sessionId: string; eventId: number };

/** Their numbers are spread over everyone; those without an event ahead are passed over. */
const VISITORS_SQL = `
  create table if not exists bench_visitors as
  select row_number() over (order by g) as n, u.id as user_id, u.email, seed_id('session ' || number) as session_id, e.event_id
  from (select g, (1 + mod(g * 7919, $1))::int as number from generate_series(1, $1) g) picked
  join users u on u.id = seed_id('person ' || number)
  cross join lateral (
    select i.event_id from event_invites i join events e on e.id = i.event_id
    where i.user_id = u.id and e.end_time > now() + interval '1 day' order by i.event_id limit 1
  ) e
  order by g`;

/** Up to `most` people to act for; they are kept in the table bench_visitors, numbered from 1. */
export function pickVisitors({ url, people }: Seeded, most: number): Promise<Visitor[]> {
  return withClient(url, async (client) => {
    await client.query(VISITORS_SQL.replaceAll('$1', String(people)));
    await client.query('create unique index if not exists bench_visitors_n on bench_visitors (n)');
    await client.query('analyze bench_visitors');
    const { rows } = await client.query<{
      user_id: string;
      email: string;
      session_id: string;
      event_id: string;
    }>('select user_id, email, session_id, event_id from bench_visitors where n <= $1 order by n', [most]);
    return rows.map((row) => ({
      userId: row.user_id,
      email: row.email,
      sessionId: row.session_id,
      eventId: Number(row.event_id),
    }));
  });
}

/** A signing key as an operator sets it (AUTH_SIGNING_KEY). */
export function makeSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return JSON.stringify(privateKey.export({ format: 'jwk' }));
}

const TOKEN_TTL_S = 900;

/** Access tokens as the instance with this signing key gives them out; good for a quarter of an hour. */
export async function signTokens(
  { url }: Seeded,
  signingKey: string,
  visitors: readonly Visitor[],
): Promise<string[]> {
  const parts = { clock: systemClock, log: silentLog };
  const db = await openDatabase({ url, dataDir: '', poolSize: 1 }, parts);
  const keys = await openSigningKeys(
    { db, clock: systemClock },
    { operatorKey: parseSigningKey(signingKey), isCommand: false },
  );
  const accessTokens = createAccessTokens(
    { keys, clock: systemClock },
    { ttlS: TOKEN_TTL_S, issuer: 'hereabouts' },
  );
  const amr = [{ method: 'password' as const, timestamp: Math.floor(Date.now() / 1000) }];
  const signed = await Promise.all(
    visitors.map(({ userId, sessionId, email }) =>
      accessTokens.sign({
        userId,
        sessionId,
        email,
        phone: null,
        isAnonymous: false,
        aal: 'aal1',
        amr,
        cookieHash: null,
      }),
    ),
  );
  keys.close();
  await db.close();
  return signed.map(({ token }) => token);
}
