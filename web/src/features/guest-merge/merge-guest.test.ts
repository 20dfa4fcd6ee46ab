import {
  AWAY,
  IN_A_WHILE_S,
  RENEWED,
  standInPage,
  storedSession,
  storeSession,
} from '@hereabouts/testing/stand-in-page';
import { expect, test } from 'vitest';
import { REPLACED_GUEST_KEY } from '#web/auth/replaced-guest-storage.ts';

const MERGE = '/api/me/merged-guest';
const RENEWAL = '/auth/v1/token?grant_type=refresh_token';
const INVALID = { status: 400, body: { error: { code: 'invalid', message: 'No such guest' } } };
const ENDED = { status: 400, body: { code: 'refresh_token_not_found', message: 'Gone' } };
const MERGED = { status: 204, body: {} };

const world = standInPage();

async function merge(...answers: { status: number; body: object }[]): Promise<unknown> {
  world.items.set(REPLACED_GUEST_KEY, storedSession(IN_A_WHILE_S));
  world.meanwhile = () => void (world.answer = answers[world.asked.length - 1] ?? AWAY);
  const { mergeGuest } = await import('./merge-guest.ts');
  return await mergeGuest().catch((error: Error) => error.name);
}

const sentTokens = () =>
  world.requests
    .filter((_, nth) => world.asked[nth] === MERGE)
    .map(({ body }) => (JSON.parse(body as string) as { guest_token: string }).guest_token);

test('GUEST-04 a token that the server refuses, however good it looks here, is renewed and sent once more', async () => {
  expect(await merge(INVALID, RENEWED, MERGED)).toBe(true);
  expect(world.asked).toEqual([MERGE, RENEWAL, MERGE]);
  expect(sentTokens()).toEqual(['stored', 'renewed']);
  expect(world.items.has(REPLACED_GUEST_KEY)).toBe(false);
});

test('GUEST-04 a guest who was left here while another one was merged stays', async () => {
  const next = storedSession(IN_A_WHILE_S, 'next', 'u2');
  const { mergeGuest } = await import('./merge-guest.ts');
  world.items.set(REPLACED_GUEST_KEY, storedSession(IN_A_WHILE_S));
  world.answer = MERGED;
  world.meanwhile = () => void world.items.set(REPLACED_GUEST_KEY, next);
  expect(await mergeGuest()).toBe(true);
  expect(world.items.get(REPLACED_GUEST_KEY)).toBe(next);
});

test('GUEST-04 a guest is gone once the session cannot be renewed', async () => {
  expect(await merge(INVALID, ENDED)).toBe(false);
  expect(world.asked).toEqual([MERGE, RENEWAL]);
});

test.each([
  ['the renewal fails for now', [INVALID, AWAY], 'Error'],
  ['the renewed token is refused too', [INVALID, RENEWED, INVALID], 'ApiError'],
])('GUEST-04 a guest is not gone where %s', async (_what, answers, expected) => {
  expect(await merge(...answers)).toBe(expected);
  expect(world.items.has(REPLACED_GUEST_KEY)).toBe(true);
});

test.each([
  ['with the merge', [MERGED], true],
  ['once it turns out to have been done before, with an answer that was lost', [INVALID, ENDED], false],
])('GUEST-04 CHAT-09 what the guest has not sent yet comes along %s', async (_what, answers, isDone) => {
  storeSession(world, IN_A_WHILE_S, 'of the account', 'zoe');
  world.items.set('hereabouts.outbox.u1.m1', 'waits');
  expect(await merge(...answers)).toBe(isDone);
  expect(world.items.get('hereabouts.outbox.zoe.m1')).toBe('waits');
  expect(world.items.has('hereabouts.outbox.u1.m1')).toBe(false);
});

test('GUEST-04 CHAT-09 what the guest has not sent yet stays theirs while the merge fails', async () => {
  storeSession(world, IN_A_WHILE_S, 'of the account', 'zoe');
  world.items.set('hereabouts.outbox.u1.m1', 'waits');
  expect(await merge(INVALID, AWAY)).toBe('Error');
  expect(world.items.get('hereabouts.outbox.u1.m1')).toBe('waits');
});
