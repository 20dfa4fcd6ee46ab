import { now } from '#web/lib/time/clock.ts';

/** Requested before the app had loaded, by URL. Global, because `early.ts` is a script of its own, with its own copy of this
 * module. */
type EarlyResponse = { token: string; response: Promise<Response>; askedAtMs: number; respondedAtMs: number };

declare global {
  var earlyResponses: Map<string, EarlyResponse> | undefined;
}

/** Older ones may be outdated. */
const FRESH_FOR_MS = 15_000;

export function askEarly(url: string, token: string): Promise<Response> {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const response = fetch(url, { headers });
  const early = { token, response, askedAtMs: now(), respondedAtMs: now() };
  (globalThis.earlyResponses ??= new Map()).set(url, early);
  const note = () => void (early.respondedAtMs = now());
  response.then(note, note);
  return response;
}

/** The early response; null if missing, of another person, too old or failed. Returned once. */
export async function takeEarlyResponse(
  url: string,
  token: string | null,
): Promise<{ response: Response; askedAtMs: number; respondedAtMs: number } | null> {
  const early = globalThis.earlyResponses?.get(url);
  if (early === undefined) return null;
  globalThis.earlyResponses?.delete(url);
  if (early.token !== token || now() - early.askedAtMs > FRESH_FOR_MS) return null;
  const response = await early.response.catch(() => null);
  return response && { response, askedAtMs: early.askedAtMs, respondedAtMs: early.respondedAtMs };
}
