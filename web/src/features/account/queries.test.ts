import type { ContactVisibility } from '@hereabouts/contract/users';
import { used } from '@hereabouts/testing/used-hook';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { WRITE_TIMEOUT_MS } from '#web/lib/api/api.ts';
import { useUpdateMe } from './queries.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server that stores `everyone` once `isReady`. */
function storing(isReady: Promise<void>) {
  const stored: ContactVisibility[] = [];
  const fetched = vi.fn<typeof fetch>(async (_url, request) => {
    const body = JSON.parse(request?.body as string) as { contact_visibility: ContactVisibility };
    if (body.contact_visibility === 'everyone') await isReady;
    stored.push(body.contact_visibility);
    return Response.json(body);
  });
  vi.stubGlobal('fetch', fetched);
  return { stored, fetched };
}

/** Show, then hide. */
function choose(client = new QueryClient()) {
  const { mutateAsync } = used(useUpdateMe, client);
  return (['everyone', 'friends'] as const).map((contact_visibility) => mutateAsync({ contact_visibility }));
}

test('CONT-12 whoever hides e-mail and phone is not overtaken by the earlier choice to show them', async () => {
  const late = Promise.withResolvers<void>();
  const { stored, fetched } = storing(late.promise);
  const choices = choose();
  await expect.poll(() => fetched.mock.calls.length).toBe(1);
  late.resolve();
  await Promise.all(choices);
  expect(stored).toEqual(['everyone', 'friends']);
});

test('CONT-12 a choice that hangs keeps the next one waiting for a while only', async () => {
  vi.useFakeTimers();
  const { stored } = storing(new Promise(() => {}));
  const [shown, hidden] = choose();
  const outcome = shown?.catch((cause: unknown) => cause);
  await vi.advanceTimersByTimeAsync(WRITE_TIMEOUT_MS);
  await hidden;
  expect(stored).toEqual(['friends']);
  expect(await outcome).toBeInstanceOf(Error);
});
