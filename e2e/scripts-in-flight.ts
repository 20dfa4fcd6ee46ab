import type { Page, Request } from 'playwright-core';

/** The scripts that the page is loading, from now on. */
export function scriptsInFlight(page: Page): ReadonlySet<Request> {
  const requests = new Set<Request>();
  page.on('request', (request) => request.resourceType() === 'script' && requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
  return requests;
}
