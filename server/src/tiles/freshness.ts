import { DAY_MS } from '@hereabouts/contract/durations';
export type Freshness = { mayStore: boolean; freshForMs: number };

/** Without headers: a week, the minimum of OpenStreetMap's policy. */
const UNSTATED_FRESH_MS = 7 * DAY_MS;
const FRESH_MAX_MS = 365 * DAY_MS;

/** As a shared cache (RFC 9111, 4.2). */
export function freshnessOf(headers: Headers, nowMs: number): Freshness {
  const directives = parseDirectives(headers.get('cache-control') ?? '');
  if (directives.has('no-store') || directives.has('private')) return { mayStore: false, freshForMs: 0 };
  if (directives.has('no-cache')) return { mayStore: true, freshForMs: 0 };
  return { mayStore: true, freshForMs: clamp(lifetimeMs(directives, headers, nowMs)) };
}

function lifetimeMs(directives: Map<string, string>, headers: Headers, nowMs: number): number {
  const maxAgeS = seconds(directives.get('s-maxage')) ?? seconds(directives.get('max-age'));
  if (maxAgeS !== null) return (maxAgeS - (seconds(headers.get('age')) ?? 0)) * 1000;
  const expires = headers.get('expires');
  if (expires === null) return UNSTATED_FRESH_MS;
  const expiresMs = Date.parse(expires);
  // Unreadable dates mean "already expired".
  if (Number.isNaN(expiresMs)) return 0;
  const dateMs = Date.parse(headers.get('date') ?? '');
  return expiresMs - (Number.isNaN(dateMs) ? nowMs : dateMs);
}

function parseDirectives(text: string): Map<string, string> {
  const directives = new Map<string, string>();
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.split('=', 2);
    directives.set(name.trim().toLowerCase(), value.trim().replaceAll('"', ''));
  }
  return directives;
}

function seconds(text: string | null | undefined): number | null {
  return text && /^\d+$/.test(text) ? Number(text) : null;
}

const clamp = (ms: number) => Math.min(Math.max(ms, 0), FRESH_MAX_MS);
