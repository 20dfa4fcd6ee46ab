/** What a page asks for first, as its queries do: paths of the API that are asked for while the app still loads. Written
 * out, because every page carries them in its head; the test compares them with the contract. */
export function firstRequests(path: string): string[] {
  if (path === '/' || path === '/home') return ['/api/home', '/api/me'];
  const [, page, eventId] = /^\/(event|chat)\/(\d+)$/.exec(path) ?? [];
  if (eventId === undefined) return [];
  const event = `/api/events/${eventId}`;
  return [page === 'chat' ? `${event}/chat` : event];
}
