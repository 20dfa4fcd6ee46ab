/** API paths requested while the app loads. Written out, because every page carries this code in its head; a test compares them
 * with the contract. */
export function firstRequests(path: string): string[] {
  if (path === '/' || path === '/home') return ['/api/home', '/api/me'];
  const [, page, eventId] = /^\/(event|chat)\/(\d+)$/.exec(path) ?? [];
  if (eventId === undefined) return [];
  const event = `/api/events/${eventId}`;
  return [page === 'chat' ? `${event}/chat` : event];
}
