import { KeyRound, MonitorX } from 'lucide-react';
import { useState } from 'react';
import { readGuestLeftFor, type ReplacedGuest } from '#web/auth/replaced-guest.ts';
import { signOutEverywhere } from '#web/auth/sign-out-everywhere.ts';
import { readSessionId, readStoredSession } from '#web/auth/stored-session.ts';
import { useViewerId } from '#web/auth/use-session.ts';
import { clearSigningOut, markSigningOut } from '#web/lib/navigation/signing-out.ts';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import { showAlert } from '#web/ui/feedback/toast-store.ts';
import * as recurring from '#web/texts/recurring.ts';
import * as ofGuest from '#web/texts/guest-merge.tsx';
import * as texts from '#web/texts/profile.tsx';
import { problemText } from '../problem-text.ts';
import styles from './session-actions.module.css';

// The dialogs are larger than the rest of the page: loaded when opened.
const whenAsked = { loading: null, failedTitle: recurring.couldNotLoadThisPart };
const ChangePasswordDialog = lazyComponent(
  () => import('./change-password-dialog.tsx').then((module) => module.ChangePasswordDialog),
  whenAsked,
);
const ChoosePasswordDialog = lazyComponent(
  () => import('./choose-password-dialog.tsx').then((module) => module.ChoosePasswordDialog),
  whenAsked,
);
const ConfirmDialog = lazyComponent(
  () => import('#web/ui/overlays/confirm-dialog.tsx').then((module) => module.ConfirmDialog),
  whenAsked,
);

/** Source: PROF-05, GUEST-04. */
export function SessionActions() {
  const [open, setOpen] = useState<'nothing' | 'password' | 'everywhere'>('nothing');
  const [asked, setAsked] = useState({ password: false, everywhere: false });
  const [busy, setBusy] = useState(false);
  const [guest, setGuest] = useState<ReplacedGuest | null>(null);
  const viewerId = useViewerId();
  const needsPassword = readStoredSession()?.needsPassword ?? false;
  const close = () => setOpen('nothing');
  const show = (dialog: 'password' | 'everywhere') => {
    setAsked({ ...asked, [dialog]: true });
    setGuest(readGuestLeftFor(viewerId));
    setOpen(dialog);
  };

  const leaveEverywhere = async () => {
    markSigningOut();
    setBusy(true);
    const outcome = await signOutEverywhere();
    // Another tab may have begun a new session meanwhile: then this page stays.
    if (outcome.ok && readSessionId() === '') return;
    clearSigningOut();
    setBusy(false);
    close();
    if (!outcome.ok) showAlert(problemText(outcome.problem, recurring.somethingWentWrong));
  };

  return (
    <section className={styles.section} aria-labelledby="security">
      <SectionHeading id="security">{texts.passwordAndDevices}</SectionHeading>
      <div className={styles.rows}>
        <RowButton icon={<KeyRound aria-hidden="true" />} opens onClick={() => show('password')}>
          {needsPassword ? texts.chooseAPassword : texts.changePassword}
        </RowButton>
        <RowButton
          icon={<MonitorX aria-hidden="true" />}
          opens
          disabled={busy}
          onClick={() => show('everywhere')}
        >
          {texts.signOutEverywhere}
        </RowButton>
      </div>
      {asked.password && needsPassword && <ChoosePasswordDialog open={open === 'password'} onClose={close} />}
      {asked.password && !needsPassword && (
        <ChangePasswordDialog open={open === 'password'} onClose={close} />
      )}
      {asked.everywhere && (
        <ConfirmDialog
          open={open === 'everywhere'}
          title={texts.signOutEverywhereQuestion}
          confirmLabel={texts.signOutEverywhere}
          danger
          busy={busy}
          busyLabel={texts.signingOut}
          onConfirm={() => void leaveEverywhere()}
          onCancel={close}
        >
          <p>{texts.signOutEverywhereWarning}</p>
          {guest === null ? null : <p>{ofGuest.leavesGuestBehind(guest.name)}</p>}
        </ConfirmDialog>
      )}
    </section>
  );
}
