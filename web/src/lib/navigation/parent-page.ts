type Parent = { path: string; label: string };

/** A page's path, where its back link leads, and what that is called. */
const PARENTS: readonly (readonly [RegExp, string, string])[] = [
  [/^\/(?:register|forgot-password|reset-password)$/, '/login', 'Back to login'],
  [/^\/(?:add|profile)\/.+$/, '/contacts', 'Back to contacts'],
  [/^\/event\/(\d+)\/(?:find\/.+|ar)$/, '/event/$1/live', 'Back to the live map'],
  [/^\/event\/(\d+)\/live$/, '/event/$1', 'Back to event'],
  [/^\/(?:chat|edit-event|invite-friends)\/(\d+)$/, '/event/$1', 'Back to event'],
];

/** The page that a page's back link leads to; null where it has none. */
export function parentOf(path: string): Parent | null {
  if (path === '/' || path === '/login') return null;
  const found = PARENTS.find(([pattern]) => pattern.test(path));
  if (found === undefined) return { path: '/', label: 'Back to home' };
  const [pattern, parent, label] = found;
  return { path: path.replace(pattern, parent), label };
}
