import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { webClock, type WebClock } from '#web/lib/time/clock.ts';

const EVERY_MS = 1_000;
/** Longest rest for hints that anybody can cause over and over: they are acted on less and less often. */
export const CALMER_EVERY_MS = 30_000;

type Act = () => void | Promise<unknown>;
/** `wanted`: the action of the last hint during the rest, run at its end. `everyMs`: length of the next rest. */
type Rest = { isResting?: boolean; wanted?: Act | undefined; everyMs: number; actedAtMs: number };
const restsOf = new WeakMap<QueryClient, Map<string, Rest>>();

type Options = {
  clock?: Pick<WebClock, 'now' | 'after'>;
  /** Each rest is twice as long as the last one, up to this. */
  calmsToMs?: number;
};

/** Throttles hints: at once, then at most once a second, so that nobody can make this page read without end. A promise from
 * `act` is awaited and must not reject. */
export function onHint(
  client: QueryClient,
  name: string,
  act: Act,
  { clock = webClock, calmsToMs = EVERY_MS }: Options = {},
): void {
  const rests = restsOf.get(client) ?? new Map<string, Rest>();
  restsOf.set(client, rests);
  const rest = rests.get(name) ?? { everyMs: EVERY_MS, actedAtMs: 0 };
  rests.set(name, rest);
  if (rest.isResting) {
    rest.wanted = act;
    return;
  }
  const nowMs = clock.now();
  const isCalm = nowMs - rest.actedAtMs > rest.everyMs + calmsToMs;
  const everyMs = isCalm ? EVERY_MS : rest.everyMs;
  Object.assign(rest, {
    isResting: true,
    wanted: undefined,
    everyMs: Math.min(2 * everyMs, calmsToMs),
    actedAtMs: nowMs,
  });
  const end = () => {
    rest.isResting = false;
    if (rest.wanted) onHint(client, name, rest.wanted, { clock, calmsToMs });
    else if (calmsToMs === EVERY_MS) rests.delete(name);
  };
  const acting = act();
  clock.after(everyMs, () => (acting ? void acting.then(end) : end()));
}

/** One read after the other: restarting with each hint would never end on a slow network. */
export function readOnHint(client: QueryClient, ...keys: readonly QueryKey[]): void {
  for (const queryKey of keys) {
    onHint(client, JSON.stringify(queryKey), () => client.invalidateQueries({ queryKey }).catch(() => {}));
  }
}
