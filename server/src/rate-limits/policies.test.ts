import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import {
  anonymousPolicies,
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
    anonymousPolicies({ anonymousPerHour: 200 }),
  ].flatMap((group) => Object.values(group));
  const ofPurposes = (['reset', 'code', 'other'] as const).flatMap((purpose) =>
    (['mail', 'sms'] as const)
      .filter((channel) => channel === 'mail' || purpose !== 'reset')
      .flatMap((channel) => {
        const { target, targetPause } = sendPolicies(channel, config);
        return [target(purpose), targetPause(purpose)];
      }),
  );
  const names = [...policies, ...ofPurposes].flatMap((policy) =>
    policy === null || typeof policy === 'function' ? [] : [policy.name],
  );
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  expect(names.length).toBeGreaterThan(30);
});

test.each(['mail', 'sms'] as const)(
  'AUTH-09 an IPv4 address and an IPv6 /48 together do not use up the share of %s for strangers',
  (channel) => {
    const { addressShare, networkShare, strangers } = sendPolicies(channel, config);
    expect(addressShare.max + networkShare.max).toBeLessThan(strangers.max);
  },
);
