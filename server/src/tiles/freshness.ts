import { DAY_MS, HOUR_MS, MINUTE_MS } from '@hereabouts/contract/durations';

export type Freshness = {
  mayStore: boolean;
  freshForMs: number;
  /** As stated, whatever the age. */
  lifetimeMs: number;
};

/** Minimum of OpenStreetMap's policy. */
const UNSTATED_FRESH_MS = 7 * DAY_MS;
const FRESH_MAX_MS = 365 * DAY_MS;
const STALE = { freshForMs: 0, lifetimeMs: 0 };
const BROWSER_STEPS_MS = [7 * DAY_MS, DAY_MS, HOUR_MS, MINUTE_MS];

/** RFC 9111, 4.2. */
export function freshnessOf(headers: Headers, nowMs: number): Freshness {
  const directives = parseDirectives(headers.get('cache-control') ?? '');
  if (directives.has('no-store') || directives.has('private')) return { mayStore: false, ...STALE };
  if (directives.has('no-cache')) return { mayStore: true, ...STALE };
  const { statedMs, ageMs } = lifetime(directives, headers, nowMs);
  return { mayStore: true, freshForMs: clamp(statedMs - ageMs), lifetimeMs: clamp(statedMs) };
}

/** In steps, without the age: the seconds left would tell when a cache first had the tile. */
export function browserMaxAgeMs(lifetimeMs: number, capMs: number): number {
  return BROWSER_STEPS_MS.find((stepMs) => stepMs <= Math.min(lifetimeMs, capMs)) ?? 0;
}

function lifetime(directives: Map<string, string>, headers: Headers, nowMs: number) {
  const maxAgeS = seconds(directives.get('s-maxage')) ?? seconds(directives.get('max-age'));
  if (maxAgeS !== null) {
    return { statedMs: maxAgeS * 1000, ageMs: (seconds(headers.get('age')) ?? 0) * 1000 };
  }
  const expires = headers.get('expires');
  if (expires === null) return { statedMs: UNSTATED_FRESH_MS, ageMs: 0 };
  const expiresMs = Date.parse(expires);
  // An unreadable date counts as past (RFC 9111, 5.3).
  if (Number.isNaN(expiresMs)) return { statedMs: 0, ageMs: 0 };
  const dateMs = Date.parse(headers.get('date') ?? '');
  return { statedMs: expiresMs - (Number.isNaN(dateMs) ? nowMs : dateMs), ageMs: 0 };
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
