import { Download } from 'lucide-react';
import { useState } from 'react';
import { now } from '#web/lib/time/clock.ts';
import { dayKey } from '#web/lib/time/dates.ts';
import { saveFile } from '#web/lib/device/save-file.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import * as texts from '#web/texts/two-step.ts';
import { groupCode, recoveryCodesFile } from '../recovery-codes.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './recovery-codes-dialog.module.css';

type Props = { open: boolean; codes: readonly string[]; onClose: () => void };

/** Shows new recovery codes once (MFA-02). Closing it before they were copied or saved needs a second press. */
export function RecoveryCodesDialog({ open, codes, onClose }: Props) {
  const [isKept, setKept] = useState(false);
  const [isWarned, setWarned] = useState(false);

  const close = () => {
    setKept(false);
    setWarned(false);
    onClose();
  };
  const download = () => {
    const text = recoveryCodesFile(codes, { host: location.host, day: dayKey(now()) });
    saveFile('hereabouts-recovery-codes.txt', new Blob([text], { type: 'text/plain' }));
    setKept(true);
  };

  return (
    <Dialog
      open={open}
      onClose={() => (isKept || isWarned ? close() : setWarned(true))}
      title={texts.saveYourRecoveryCodes}
      description={texts.recoveryCodesHelp}
      footer={<Button onClick={close}>{texts.iHaveSavedThem}</Button>}
    >
      <ol className={styles.codes} aria-label={texts.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{groupCode(code)}</code>
          </li>
        ))}
      </ol>
      <div className={styles.actions}>
        <CopyButton
          text={codes.map(groupCode).join('\n')}
          label={texts.copyCodes}
          onCopied={() => setKept(true)}
        />
        <Button variant="secondary" size="small" icon={<Download aria-hidden="true" />} onClick={download}>
          {texts.download}
        </Button>
      </div>
      {isWarned && !isKept ? <FormBanner tone="error">{texts.copyBeforeClosing}</FormBanner> : null}
    </Dialog>
  );
}
