import type { EventInvite } from '@hereabouts/contract/events';
import { NO_NAME } from '@hereabouts/contract/users';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { FormBanner } from '#web/ui/form-banner.tsx';
import { PersonPicker } from '#web/ui/person-picker.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import type { EventForm } from '../use-event-form.ts';
import type { Choice } from '../use-invitees.ts';
import styles from './friends-field.module.css';

const LIST_MAX_HEIGHT_PX = 200;

type Props = {
  form: EventForm;
  choice: Choice;
  /** Who is invited already, on an edit. */
  invites: readonly EventInvite[];
  /** An event that is over keeps its answers and takes nobody new. */
  hasEnded: boolean;
};

/** Who to invite, and on an edit what becomes of the answers. Source: EVF-08, EVF-15, EVF-16. */
export function FriendsField({ form: { draft, change }, choice, invites, hasEnded }: Props) {
  const hasAnswers = invites.some(({ status }) => status !== 'pending');
  return (
    <div className={styles.field}>
      <Choices choice={choice} onChange={(inviteeIds) => change({ inviteeIds })} />
      {hasAnswers && !hasEnded && (
        <FormBanner tone="info">
          <p>
            {draft.keepAnswers
              ? 'Answers stay. Only friends you add now are asked.'
              : 'Saving asks everyone again: the answers given so far are reset to Pending.'}
          </p>
          <Checkbox
            label="Keep the answers of those who stay invited"
            checked={draft.keepAnswers}
            onChange={(event) => change({ keepAnswers: event.target.checked })}
          />
        </FormBanner>
      )}
    </div>
  );
}

function Choices({ choice, onChange }: { choice: Choice; onChange: (ids: string[]) => void }) {
  if (choice.state === 'loading') {
    return (
      <Loading label="Loading friends...">
        <Skeleton shape="block" height="200px" />
      </Loading>
    );
  }
  if (choice.state === 'failed') return <ErrorState onRetry={choice.retry} retrying={choice.isRetrying} />;
  if (choice.people.length === 0) return <p className={styles.none}>No friends to invite.</p>;
  return (
    <PersonPicker
      label="Invite Friends"
      people={choice.people}
      selected={choice.selected}
      onChange={(selected) => onChange([...selected])}
      searchPlaceholder="Search friends by name or email"
      maxHeightPx={LIST_MAX_HEIGHT_PX}
      noMatch="No friends found matching your search"
      noName={NO_NAME}
    />
  );
}
