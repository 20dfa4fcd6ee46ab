import { CONTACT_VISIBILITIES, type ContactVisibility, type Me } from '@hereabouts/contract/users';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { showAlert } from '#web/ui/feedback/toast-store.ts';
import { useUpdateMe } from '../queries.ts';
import { failureText } from '#web/lib/api/failure-text.ts';

const LABELS: Record<ContactVisibility, string> = { everyone: 'Everyone', friends: 'Friends' };

/** Source: CONT-12. Saved at once. */
export function PrivacySetting({ me }: { me: Me }) {
  const update = useUpdateMe();
  return (
    <SelectField
      label="Who sees my email and phone"
      help="If you hide them, people cannot use them to find you either."
      value={update.variables?.contact_visibility ?? me.contact_visibility}
      aria-busy={update.isPending || undefined}
      options={CONTACT_VISIBILITIES.map((value) => ({ value, label: LABELS[value] }))}
      onChange={(contact_visibility) =>
        update.mutate(
          { contact_visibility },
          {
            onError: (error) => showAlert(failureText('Failed to update profile', error)),
            onSettled: () => update.reset(),
          },
        )
      }
    />
  );
}
