import { CONTACT_VISIBILITIES, type ContactVisibility, type Me } from '@hereabouts/contract/users';
import { BookUser } from 'lucide-react';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { showAlert } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/account.tsx';
import { useUpdateMe } from '../queries.ts';
import { failureText } from '#web/lib/api/failure-text.ts';
import styles from './setting-row.module.css';

const LABELS: Record<ContactVisibility, string> = { everyone: texts.everyone, friends: texts.friends };

/** Source: CONT-12. Saved at once. */
export function PrivacySetting({ me }: { me: Me }) {
  const update = useUpdateMe();
  return (
    <div className={styles.row}>
      <BookUser aria-hidden="true" />
      <SelectField
        className={styles.field}
        label={texts.whoSeesMyEmailAndPhone}
        help={texts.hideAddressHelp}
        value={update.variables?.contact_visibility ?? me.contact_visibility}
        aria-busy={update.isPending || undefined}
        options={CONTACT_VISIBILITIES.map((value) => ({ value, label: LABELS[value] }))}
        onChange={(contact_visibility) => {
          // By the promise: callbacks of `mutate` go with the page.
          update
            .mutateAsync({ contact_visibility }, { onSettled: () => update.reset() })
            .catch((error: unknown) => showAlert(failureText(texts.failedToUpdateProfile, error)));
        }}
      />
    </div>
  );
}
