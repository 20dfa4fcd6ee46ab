import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { DevicePush } from './device-push.tsx';

const viewer = vi.hoisted(() => ({ isAnonymous: false }));
vi.mock('#web/auth/use-session.ts', () => ({ useIsAnonymous: () => viewer.isAnonymous }));
vi.mock('../device.ts', () => ({ pushSupport: () => 'install', turnOn: () => {}, renew: () => {} }));

test.each([
  ['a guest is told of the account that they need there', true],
  ['an account is not', false],
])('PUSH-01 GUEST-01 where only the app on the home screen gets notifications, %s', (_what, isAnonymous) => {
  viewer.isAnonymous = isAnonymous;
  const push = createElement(DevicePush, { isSetting: false, onSet: () => {} });
  const queries = createElement(QueryClientProvider, { client: new QueryClient() }, push);
  const page = renderToString(createElement(MemoryRouter, null, queries));
  expect(page).toContain('once Hereabouts is on your home screen');
  expect(page.includes('/register?next=%2Fnotifications')).toBe(isAnonymous);
});
