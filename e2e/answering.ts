import { AUTH_API_VERSION, type AuthErrorCode } from '@hereabouts/contract/auth';
import type { Page } from 'playwright-core';

/** Has the server fail, so that a test sees what the page says then. */
export const failing =
  (pattern: string, status = 500) =>
  (page: Page) =>
    page.route(pattern, (route) => route.fulfill({ status, json: {} }));

/** Leaves requests on their way for as long as the page is open. */
export const neverAnswering = (pattern: string) => (page: Page) =>
  page.route(pattern, () => new Promise<void>(() => {}));

/** Answers in the server's place. */
export const answering = (pattern: string, json: unknown) => (page: Page) =>
  page.route(pattern, (route) => route.fulfill({ json }));

/** Lets the server answer and changes what it says. */
export const changing =
  <T extends object>(pattern: string, change: (body: T) => T) =>
  (page: Page) =>
    page.route(pattern, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: change((await response.json()) as T) });
    });

/** Has the auth service refuse with one of its codes. */
export const refusing = (pattern: string, status: number, code: AuthErrorCode) => (page: Page) =>
  page.route(pattern, (route) =>
    route.fulfill({
      status,
      headers: { 'x-supabase-api-version': AUTH_API_VERSION },
      json: { code, message: code },
    }),
  );
