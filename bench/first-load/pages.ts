import type { Locator, Page } from 'playwright-core';
import type { Known } from '../../e2e/screens.ts';

/** A page of the product that is loaded cold. Another one is measured by standing here. */
export type BenchPage = {
  name: string;
  /** Its chunk in the build's manifest. */
  source: string;
  path: (known: Known) => string;
  signedIn: boolean;
  /** There once the page has what it is for. */
  shows: (page: Page) => Locator;
  /** What a finger taps then. It sends nothing that would change the next load. */
  tap: (page: Page) => Locator;
};

export const BENCH_PAGES: readonly BenchPage[] = [
  {
    name: 'login',
    source: 'features/account/login-page.tsx',
    path: () => '/login',
    signedIn: false,
    shows: (page) => page.getByRole('button', { name: 'LOG IN' }),
    tap: (page) => page.getByRole('button', { name: 'Use phone instead' }),
  },
  {
    name: 'register',
    source: 'features/account/register-page.tsx',
    path: () => '/register',
    signedIn: false,
    shows: (page) => page.getByRole('button', { name: 'Create account' }),
    tap: (page) => page.getByRole('button', { name: 'Use phone instead' }),
  },
  {
    name: 'invitation',
    source: 'app/pages/join.tsx',
    path: (known) => `/join/${known.eventLinkToken}`,
    signedIn: false,
    shows: (page) => page.getByRole('link', { name: 'Create an account' }),
    tap: (page) => page.getByRole('button', { name: 'Go on as a guest' }),
  },
  {
    name: 'home',
    source: 'app/pages/home.tsx',
    path: () => '/',
    signedIn: true,
    shows: (page) => page.getByRole('button', { name: 'Show all events' }),
    tap: (page) => page.getByRole('button', { name: 'Show all events' }),
  },
  {
    name: 'event',
    source: 'app/pages/event.tsx',
    path: (known) => `/event/${known.guest}`,
    signedIn: true,
    shows: (page) => page.getByRole('heading', { name: /^Invited Friends/ }),
    tap: (page) => page.getByRole('button', { name: 'Zoom in' }),
  },
  {
    name: 'chat',
    source: 'app/pages/chat.tsx',
    path: (known) => `/chat/${known.own}`,
    signedIn: true,
    shows: (page) => page.getByRole('textbox'),
    tap: (page) => page.getByRole('textbox'),
  },
];
