/** Responses written into the page by the server, by path, for signed-out people. */
let responses: Readonly<Record<string, unknown>> | null = null;

const PLACE = 'page-responses';

function read(): Readonly<Record<string, unknown>> {
  const text = globalThis.document?.getElementById(PLACE)?.textContent;
  return text ? (JSON.parse(text) as Record<string, unknown>) : {};
}

export function pageResponse<T>(path: string): T | undefined {
  responses ??= read();
  return responses[path] as T | undefined;
}

/** When the page was asked for, ms since the epoch by the device's clock. */
export const pageAskedAtMs = (): number => performance.timeOrigin;
