import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import {
  attemptPolicies,
  CHAT_POLICIES,
  LIMITED_ACTIONS,
  NOTICES,
  PROOFS,
  sendPolicies,
} from './policies.ts';

const config = {
  attemptsPerAccount: 10,
  attemptsPerAddress: 60,
  sendPauseS: 60,
  mailsPerHour: 1_000,
  smsPerDay: 200,
};

test('AUTH-09 docs/limits.md lists every shared limit', async () => {
  const page = await readFile(new URL('../../../docs/limits.md', import.meta.url), 'utf8');
  const policies = [
    ...LIMITED_ACTIONS.map((action) => attemptPolicies(action, config)),
    ...(['mail', 'sms'] as const).map((channel) => sendPolicies(channel, config)),
    { NOTICES, PROOFS },
    CHAT_POLICIES,
  ].flatMap((group) => Object.values(group));
  const names = policies.flatMap((policy) => (policy === null ? [] : [policy.name]));
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  expect(names.length).toBeGreaterThan(30);
});
