/** Answers that the server has written into the page, by the path of the request, for somebody who is not signed in. */
let answers: Readonly<Record<string, unknown>> | null = null;

const PLACE = 'page-answers';

function read(): Readonly<Record<string, unknown>> {
  const text = globalThis.document?.getElementById(PLACE)?.textContent;
  return text ? (JSON.parse(text) as Record<string, unknown>) : {};
}

export function pageAnswer<T>(path: string): T | undefined {
  answers ??= read();
  return answers[path] as T | undefined;
}

/** When the page was asked for, ms since the epoch by the device's clock. */
export const pageAskedAtMs = (): number => performance.timeOrigin;
