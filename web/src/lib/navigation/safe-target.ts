const HOME = '/home';

/** The path to open after signing in (NAV-07); `/home` for other origins and for pages of signed-out people. */
export function safeTarget(asked: string | null | undefined, origin: string): string {
  // A browser reads `//host` and `/\host` as another origin, and drops tabs and line breaks before it looks.
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  if (!asked || !asked.startsWith('/') || /^\/[/\\]|[\u0000-\u001f\\]/.test(asked)) return HOME;
  let url: URL;
  try {
    url = new URL(asked, origin);
  } catch {
    return HOME;
  }
  if (url.origin !== origin) return HOME;
  const isPublic = /^\/(login|two-step|register|confirm|forgot-password|reset-password)\/?$/.test(
    url.pathname,
  );
  // Dots resolved away may leave two slashes in front: `/a/..//host`.
  return isPublic || url.pathname.startsWith('//') ? HOME : url.pathname + url.search + url.hash;
}

/** Remembers where a signed-out visitor wanted to go; `/` needs no memory. */
export function withNext(page: string, next: string | null): string {
  return next === null || next === '/' || next === HOME ? page : `${page}?next=${encodeURIComponent(next)}`;
}
