import { RECOVERY_CODES_COUNT } from '@hereabouts/contract/auth';
import { KeySquare, ShieldCheck, ShieldOff } from 'lucide-react';
import { useRef, useState } from 'react';
import { disableTwoStep, makeRecoveryCodes, type TwoStepState } from '#web/auth/two-step.ts';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { showAlert, showNotice } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/two-step.ts';
import { useReadTwoStepAgain, useTwoStep } from '../two-step-queries.ts';
import styles from './two-step-section.module.css';

const EnableTwoStepDialog = lazyDialog(() =>
  import('./enable-two-step-dialog.tsx').then((module) => module.EnableTwoStepDialog),
);
const DisableTwoStepDialog = lazyDialog(() =>
  import('./change-two-step-dialogs.tsx').then((module) => module.DisableTwoStepDialog),
);
const NewCodesDialog = lazyDialog(() =>
  import('./change-two-step-dialogs.tsx').then((module) => module.NewCodesDialog),
);
const RecoveryCodesDialog = lazyDialog(() =>
  import('./recovery-codes-dialog.tsx').then((module) => module.RecoveryCodesDialog),
);

type Open = 'nothing' | 'enable' | 'disable' | 'new-codes' | 'codes';

/** Source: MFA-02. */
export function TwoStepSection() {
  const query = useTwoStep();
  const readAgain = useReadTwoStepAgain();
  const section = useRef<HTMLElement>(null);
  const [open, setOpen] = useState<Open>('nothing');
  const [codes, setCodes] = useState<readonly string[]>([]);

  /** The button that led here may be gone with the state it was for. */
  const finish = () => {
    setOpen('nothing');
    section.current?.focus();
  };
  const showCodes = (made: readonly string[]) => {
    setCodes(made);
    setOpen('codes');
    readAgain();
  };
  const onEnabled = async () => {
    const made = await makeRecoveryCodes();
    if (made.ok) return showCodes(made.value);
    finish();
    readAgain();
    showAlert(texts.onWithoutRecoveryCodes);
  };
  const onDisabled = () => {
    finish();
    readAgain();
    showNotice(texts.turnedOff);
  };

  return (
    <section ref={section} tabIndex={-1} className={styles.section} aria-labelledby="two-step">
      <SectionHeading id="two-step">{texts.twoStepSignIn}</SectionHeading>
      {query.data ? (
        <State state={query.data} onOpen={setOpen} />
      ) : query.isError ? (
        <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <Loading label={texts.loadingTwoStepSignIn}>
          <Skeleton shape="block" height="48px" />
        </Loading>
      )}
      <EnableTwoStepDialog open={open === 'enable'} onClose={finish} onEnabled={onEnabled} />
      <DisableTwoStepDialog
        open={open === 'disable'}
        onClose={finish}
        act={() => disableTwoStep(query.data?.factorIds ?? [])}
        onDone={onDisabled}
      />
      <NewCodesDialog
        open={open === 'new-codes'}
        onClose={finish}
        act={makeRecoveryCodes}
        onDone={showCodes}
      />
      <RecoveryCodesDialog open={open === 'codes'} codes={codes} onClose={finish} />
    </section>
  );
}

function State({ state, onOpen }: { state: TwoStepState; onOpen: (dialog: Open) => void }) {
  if (state.factorIds.length === 0) {
    return (
      <>
        <p className={styles.text}>{texts.offHelp}</p>
        <RowButton icon={<ShieldCheck aria-hidden="true" />} opens onClick={() => onOpen('enable')}>
          {texts.turnOnTwoStepSignIn}
        </RowButton>
      </>
    );
  }
  return (
    <>
      <p className={styles.on}>
        <ShieldCheck aria-hidden="true" />
        {texts.on}
      </p>
      <p className={styles.text}>{codesLeft(state.recoveryCodesLeft)}</p>
      <div className={styles.rows}>
        <RowButton icon={<KeySquare aria-hidden="true" />} opens onClick={() => onOpen('new-codes')}>
          {texts.newRecoveryCodes}
        </RowButton>
        <RowButton icon={<ShieldOff aria-hidden="true" />} opens onClick={() => onOpen('disable')}>
          {texts.turnOff}
        </RowButton>
      </div>
    </>
  );
}

function codesLeft(left: number | null): string {
  if (left === null) return texts.noRecoveryCodes;
  if (left === 0) return texts.noRecoveryCodesLeft;
  return texts.recoveryCodesLeft(left, RECOVERY_CODES_COUNT);
}
