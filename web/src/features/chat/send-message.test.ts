import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { configureApi } from '#web/lib/api/api.ts';
import { sendMessage } from './send-message.ts';

const ENTRY = { id: 'm1', eventId: 7, message: 'Hello', at: 1, state: 'waiting' } as const;

beforeEach(() => void vi.stubGlobal('navigator', { onLine: true }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const refusal = (code: string) => JSON.stringify({ error: { code, message: 'No' } });

test.each([
  ['a proxy that finds nobody', 502, '<h1>Bad gateway</h1>', 'unreachable'],
  ['a proxy that knows no such page', 404, '<h1>Not found</h1>', 'refused'],
  ['a proxy that lets it not pass', 403, '{"message":"Forbidden"}', 'refused'],
  ['nobody who says why', 500, '{}', 'refused'],
  ['a server that is busy', 503, refusal('unavailable'), 'unreachable'],
  ['a lost event', 404, refusal('not_found'), 'lost'],
  ['a chat that was lost', 403, refusal('forbidden'), 'lost'],
  ['the chat of a cancelled event', 409, refusal('event_cancelled'), 'lost'],
  ['a refusal', 400, refusal('invalid'), 'refused'],
])('CHAT-05 CHAT-07 what becomes of a message that is answered by %s', async (_whom, status, body, kind) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body, { status }));
  expect((await sendMessage(ENTRY)).kind).toBe(kind);
});

test('CHAT-07 a message is waited for no longer than 15 s, a token that does not come included', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  configureApi({ getToken: () => new Promise(() => {}), onUnauthenticated: () => {} });
  const outcome = vi.fn<(value: unknown) => void>();
  const pending = sendMessage(ENTRY).then(outcome);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(outcome).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await pending;
  expect(outcome).toHaveBeenCalledWith({ kind: 'unreachable' });
  configureApi({ getToken: async () => null, onUnauthenticated: () => {} });
});
