import type { Page } from 'playwright-core';

/** Joining a topic has everything read again, whenever that is: on this page it never is. To be called before it opens. */
export const keepFromJoining = (page: Page): Promise<void> => page.routeWebSocket('**/realtime/**', () => {});
