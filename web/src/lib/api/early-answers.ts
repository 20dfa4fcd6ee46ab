import { now } from '#web/lib/time/clock.ts';

/** Responses requested before the app had loaded, by URL; made by `early.ts`, which imports no module of the
 * app. */
type EarlyAnswer = { token: string; answer: Promise<Response>; askedAtMs: number; answeredAtMs: number };

declare global {
  var earlyAnswers: Map<string, EarlyAnswer> | undefined;
}

/** On so slow a network the response may be outdated. */
const FRESH_FOR_MS = 15_000;

/** Requests `url` with `token` for a later `takeEarlyAnswer`. */
export function askEarly(url: string, token: string): Promise<Response> {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const answer = fetch(url, { headers });
  const early = { token, answer, askedAtMs: now(), answeredAtMs: now() };
  (globalThis.earlyAnswers ??= new Map()).set(url, early);
  const note = () => void (early.answeredAtMs = now());
  answer.then(note, note);
  return answer;
}

/** The early response; null if missing, of another person, too old or failed. Returned once. */
export async function takeEarlyAnswer(
  url: string,
  token: string | null,
): Promise<{ answer: Response; askedAtMs: number; answeredAtMs: number } | null> {
  const early = globalThis.earlyAnswers?.get(url);
  if (early === undefined) return null;
  globalThis.earlyAnswers?.delete(url);
  if (early.token !== token || now() - early.askedAtMs > FRESH_FOR_MS) return null;
  const answer = await early.answer.catch(() => null);
  return answer && { answer, askedAtMs: early.askedAtMs, answeredAtMs: early.answeredAtMs };
}
