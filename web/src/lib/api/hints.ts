import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { webClock, type WebClock } from '#web/lib/time/clock.ts';

const EVERY_MS = 1_000;

/** Whether a hint that came during the rest waits for its end. */
type Rest = { isWanted: boolean };
const restsOf = new WeakMap<QueryClient, Map<string, Rest>>();

/** Acts on a hint of the server: at once, then at most once a second, so that nobody can make this page read without
 * end. Where `act` gives a promise, which must not reject, the next time waits for it too. */
export function onHint(
  client: QueryClient,
  name: string,
  act: () => void | Promise<unknown>,
  clock: Pick<WebClock, 'after'> = webClock,
): void {
  const rests = restsOf.get(client) ?? new Map<string, Rest>();
  restsOf.set(client, rests);
  const resting = rests.get(name);
  if (resting) {
    resting.isWanted = true;
    return;
  }
  const rest = { isWanted: false };
  rests.set(name, rest);
  const end = () => {
    rests.delete(name);
    if (rest.isWanted) onHint(client, name, act, clock);
  };
  const acting = act();
  clock.after(EVERY_MS, () => (acting ? void acting.then(end) : end()));
}

/** Reads again what a hint says has changed. */
export function readOnHint(client: QueryClient, ...keys: readonly QueryKey[]): void {
  for (const queryKey of keys) {
    onHint(client, JSON.stringify(queryKey), () => void client.invalidateQueries({ queryKey }));
  }
}
