import { now } from '#web/lib/time/clock.ts';

/** What was asked for before the app had loaded, by URL; made by `early.ts`, which knows nothing of the app's own modules. */
type EarlyAnswer = { token: string; answer: Promise<Response>; askedAtMs: number; answeredAtMs: number };

declare global {
  var earlyAnswers: Map<string, EarlyAnswer> | undefined;
}

/** On a network this slow what was asked for first is no longer the present state. */
const FRESH_FOR_MS = 15_000;

/** Asks for `url` as the holder of `token`, for whoever takes the answer later. */
export function askEarly(url: string, token: string): Promise<Response> {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const answer = fetch(url, { headers });
  const early = { token, answer, askedAtMs: now(), answeredAtMs: now() };
  (globalThis.earlyAnswers ??= new Map()).set(url, early);
  const note = () => void (early.answeredAtMs = now());
  answer.then(note, note);
  return answer;
}

/** The answer to what was asked for already; null when it was not, by somebody else, too long ago, or in vain. Given once. */
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
