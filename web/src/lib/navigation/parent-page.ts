import * as recurring from '#web/texts/recurring.ts';
type Parent = { path: string; label: string };

/** A page's path, its parent's, and the parent's name. */
const PARENTS: readonly (readonly [RegExp, string, string])[] = [
  [/^\/(?:register|forgot-password|reset-password)$/, '/login', recurring.backToLogin],
  [/^\/(?:add|profile)\/.+$/, '/contacts', recurring.backToContacts],
  [/^\/event\/(\d+)\/(?:find\/.+|ar)$/, '/event/$1/live', recurring.backToTheLiveMap],
  [/^\/event\/(\d+)\/live$/, '/event/$1', recurring.backToEvent],
  [/^\/(?:chat|edit-event|invite-friends)\/(\d+)$/, '/event/$1', recurring.backToEvent],
];

/** The target of a page's back link; null where it has none. */
export function parentOf(path: string): Parent | null {
  if (path === '/' || path === '/login') return null;
  const found = PARENTS.find(([pattern]) => pattern.test(path));
  if (found === undefined) return { path: '/', label: recurring.backToHome };
  const [pattern, parent, label] = found;
  return { path: path.replace(pattern, parent), label };
}
