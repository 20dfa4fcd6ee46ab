import { ORDINARY_REQUEST } from '@hereabouts/testing/ordinary-request';
import { expect, test } from 'vitest';
import { createRequestTurns } from './request-turns.ts';

test('LIVE-10 on the embedded database a revocation waits for none of others that wait for the connection', async () => {
  const turns = createRequestTurns(10, true);
  const kind = { ...ORDINARY_REQUEST, limit: 'revocation' } as const;
  for (let nth = 0; nth < 400; nth += 1) {
    const flood = { userId: `${nth}`, sessionId: `${nth}` };
    void turns.run(flood, { ...kind, from: `flood ${nth % 36}` }, () => new Promise<never>(() => {}));
  }
  const anna = { userId: 'anna', sessionId: 'anna' };
  for (const from of ['home', 'flood 1'])
    expect(await turns.run(anna, { ...kind, from }, async () => 'blocked')).toBe('blocked');
});
