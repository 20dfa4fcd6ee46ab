import { setImmediate } from 'node:timers/promises';
import { createElement, type ComponentProps } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { listToasts } from '#web/ui/feedback/toast-store.ts';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import type { FormDialog } from './form-dialog.tsx';

type Form = ComponentProps<typeof FormDialog>;

const form = vi.hoisted(() => ({ submit: () => {} }));
vi.mock('./form-dialog.tsx', () => ({
  FormDialog({ onSubmit }: Form) {
    form.submit = () => onSubmit({ preventDefault() {} } as Parameters<Form['onSubmit']>[0]);
    return null;
  },
}));
vi.mock('../use-password-min-length.ts', () => ({ usePasswordMinLength: () => 8 }));
vi.mock('#web/auth/actions.ts', () => ({
  changePassword: () => Promise.resolve({ ok: false, problem: { kind: 'refused', message: 'Not right' } }),
}));

const said = () => listToasts().map(({ text }) => text);

test('PROF-05 a failed password change is reported even once its dialog is closed', async () => {
  const fail = async (open: boolean) => {
    renderToString(createElement(ChangePasswordDialog, { open, onClose: () => {} }));
    form.submit();
    // The answer has been heard by then.
    await setImmediate();
  };
  await fail(true);
  expect(said()).toEqual([]);
  await fail(false);
  expect(said()).toEqual(['Not right']);
});
