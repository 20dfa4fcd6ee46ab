import { createElement, type ComponentProps, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { ChoosePasswordDialog } from './choose-password-dialog.tsx';
import { FirstPasswordForm } from './first-password-form.tsx';
import type { FormDialog } from './form-dialog.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

vi.mock('./form-dialog.tsx', () => ({
  FormDialog: ({ children }: ComponentProps<typeof FormDialog>) => children,
}));
vi.mock('../use-password-min-length.ts', () => ({ usePasswordMinLength: () => 8 }));
afterEach(() => vi.unstubAllGlobals());

const done = () => {};
const FORMS: Record<string, ReactNode> = {
  'the change of a password': createElement(ChangePasswordDialog, { open: true, onClose: done }),
  'a password chosen on the profile': createElement(ChoosePasswordDialog, { open: true, onClose: done }),
  'the first password': createElement(FirstPasswordForm, { userId: 'u1', onSaved: done }),
  'a reset': createElement(NewPasswordForm, { userId: 'u1', onExpired: done, next: null }),
};

test.each(Object.keys(FORMS))('PROF-05 RESET-01 for %s a password manager is told whose it is', (name) => {
  for (const [user, address] of [
    [{ email: 'zoe@example.org', phone: '' }, 'zoe@example.org'],
    [{ email: '', phone: '+447797700123' }, '+447797700123'],
  ] as const) {
    vi.stubGlobal('localStorage', { getItem: () => JSON.stringify({ user }) });
    const page = renderToString(createElement(MemoryRouter, null, FORMS[name]));
    const [field = ''] = /<input[^>]*autoComplete="username"[^>]*>/i.exec(page) ?? [];
    expect(field).toContain(`value="${address}"`);
    expect(page.indexOf(field)).toBeLessThan(page.indexOf('type="password"'));
  }
});
