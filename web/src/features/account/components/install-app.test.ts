import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { InstallApp } from './install-app.tsx';

const viewer = vi.hoisted(() => ({ isAnonymous: false }));
vi.mock('#web/auth/use-session.ts', () => ({ useIsAnonymous: () => viewer.isAnonymous }));

const FIRST = 'will not know you as a guest';

test.each([
  ['a guest on iOS', true, 'by_hand', true],
  ['a guest whose browser installs it', true, 'prompt', false],
  ['an account on iOS', false, 'by_hand', false],
] as const)(
  'PWA-02 GUEST-01 %s is told that the app needs an account, or not',
  (_who, isAnonymous, way, isTold) => {
    viewer.isAnonymous = isAnonymous;
    const page = renderToString(createElement(MemoryRouter, null, createElement(InstallApp, { way })));
    expect([page.includes(FIRST), page.includes('/register?next=%2Fprofile')]).toEqual([isTold, isTold]);
    expect(page.includes('Add to Home Screen')).toBe(way === 'by_hand');
  },
);
