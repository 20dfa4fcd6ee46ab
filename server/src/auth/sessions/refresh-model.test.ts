import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpByWire } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';

/** Whatever clients do in whatever order, the service follows its four rules (see refresh-chain.ts). */

const WINDOW_MS = 10_000;
const RUNS = 25;

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.stop());

type Step = { present: number; afterMs: number };
const step: fc.Arbitrary<Step> = fc.record({
  /** How far back from the newest token. */
  present: fc.oneof(fc.constant(0), fc.nat({ max: 3 })),
  afterMs: fc.constantFrom(0, 1, 5_000, WINDOW_MS - 1, WINDOW_MS, WINDOW_MS + 1),
});

async function newSession(): Promise<string> {
  return (await signUpByWire(server)).refreshToken;
}

test('AUTH-07 any sequence of refreshes follows the rules of the line', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const line = [await newSession()];
      const rotatedAtMs: number[] = [];
      let isAlive = true;
      for (const { present, afterMs } of steps) {
        server.clock.advance(afterMs);
        const active = line.length - 1;
        const index = Math.max(0, active - present);
        const { status, body } = await server.call('/token?grant_type=refresh_token', {
          body: { refresh_token: line[index] },
        });
        const isRecent = server.clock.now() - (rotatedAtMs[index] ?? 0) <= WINDOW_MS;
        if (!isAlive || (index < active - 1 && !isRecent)) {
          isAlive = false;
          expect([status, body.code]).toEqual([400, 'refresh_token_already_used']);
        } else if (index < active) {
          expect(body.refresh_token).toBe(line[active]);
        } else {
          expect(line).not.toContain(body.refresh_token);
          rotatedAtMs[active] = server.clock.now();
          line.push(body.refresh_token);
        }
      }
    }),
    { numRuns: RUNS },
  );
});
