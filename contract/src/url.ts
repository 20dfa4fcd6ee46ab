import type { Route } from './route.ts';

type Value = string | number | boolean | undefined;

/** Fills in path and query; undefined query parameters are omitted. @throws Error when a path parameter is missing */
export function routeUrl(
  route: Pick<Route, 'path'>,
  input: { params?: object; query?: object } = {},
): string {
  const params = new Map<string, Value>(Object.entries(input.params ?? {}));
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params.get(name);
    if (value === undefined) throw new Error(`${route.path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams();
  const fields: [string, Value][] = Object.entries(input.query ?? {});
  for (const [name, value] of fields) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}
