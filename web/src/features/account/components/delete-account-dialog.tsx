import { PASSWORD_MAX } from '@hereabouts/contract/auth';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { readStoredSession } from '#web/auth/stored-session.ts';
import { ApiError, isServerResponse } from '#web/lib/api/api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/profile.tsx';
import { useDeleteAccount } from '../data-queries.ts';
import styles from './delete-account-dialog.module.css';
import { failureText } from '#web/lib/api/failure-text.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  events: ReactNode;
  isAnonymous: boolean;
};

/** See docs/privacy.md. Source: SAFE-03. */
export function DeleteAccountDialog({ open, onClose, events, isAnonymous }: Props) {
  const formId = useId();
  const [password, setPassword] = useState('');
  const deletion = useDeleteAccount();
  const needsPassword = readStoredSession()?.needsPassword ?? false;
  const problem = deletion.error === null ? null : problemOf(deletion.error, needsPassword);

  const close = () => {
    setPassword('');
    deletion.reset();
    onClose();
  };

  const remove = (event: FormEvent) => {
    event.preventDefault();
    if (!deletion.isPending) deletion.mutate(password);
  };

  return (
    <Dialog
      open={open}
      onClose={close}
      locked={deletion.isPending}
      title={texts.deleteYourAccount}
      description={texts.deleteAccountHelp}
      footer={
        <>
          <Button variant="secondary" locked={deletion.isPending} onClick={close}>
            {recurring.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="danger"
            busy={deletion.isPending}
            busyLabel={texts.deleting}
          >
            {texts.deleteWord}
          </Button>
        </>
      }
    >
      <div className={styles.consequences}>
        <ul>
          {isAnonymous ? (
            <li>{texts.deletesGuest}</li>
          ) : (
            <>
              <li>{texts.deletesProfile}</li>
              <li>
                {texts.deletesEvents}
                {events}
              </li>
            </>
          )}
          <li>{texts.keepsMessages}</li>
          <li>{texts.signsOutEverywhere}</li>
        </ul>
      </div>
      <form id={formId} className={styles.form} onSubmit={remove}>
        {!isAnonymous && !needsPassword && (
          <PasswordField
            label={texts.password}
            autoComplete="current-password"
            maxLength={PASSWORD_MAX}
            value={password}
            error={problem?.field}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
        {problem?.banner !== undefined && <FormBanner tone="error">{problem.banner}</FormBanner>}
      </form>
    </Dialog>
  );
}

function problemOf(error: Error, needsPassword: boolean): { field?: string; banner?: string } {
  // The server asks for a fresh sign-in, which takes a password here.
  if (needsPassword && error instanceof ApiError && error.code === 'forbidden')
    return { banner: texts.choosePasswordToDelete };
  if (error instanceof ApiError && error.fields['password'] !== undefined) {
    return { field: error.fields['password'] };
  }
  const isRefused = isServerResponse(error) && error.code !== 'internal';
  return {
    banner: isRefused ? error.message : failureText(texts.deleteAccountFailed, error),
  };
}
