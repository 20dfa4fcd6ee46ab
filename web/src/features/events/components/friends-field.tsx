import { NO_NAME } from '@hereabouts/contract/users';
import { memo, useId } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { PersonPicker } from '#web/ui/forms/person-picker.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import * as texts from '#web/texts/event-form.tsx';
import type { EventDraft } from '../draft.ts';
import type { Choice } from '../use-invitees.ts';
import { FieldProblem } from './field-problem.tsx';
import styles from './friends-field.module.css';

const LIST_MAX_HEIGHT_PX = 200;

type Props = {
  choice: Choice;
  onChange: (part: Pick<EventDraft, 'inviteeIds'>) => void;
  error: string | null;
  /** Where the friends could not be loaded. */
  onGoOnWithout: (() => void) | undefined;
};

/** Source: EVF-08, EVF-16. */
export const FriendsField = memo(function FriendsField({ choice, onChange, error, onGoOnWithout }: Props) {
  const id = useId();
  const problem = error !== null && <FieldProblem id={`${id}-problem`}>{error}</FieldProblem>;
  if (choice.state === 'loading') {
    return (
      <Loading label={texts.loadingFriends}>
        <Skeleton shape="block" height="200px" />
      </Loading>
    );
  }
  if (choice.state === 'failed') {
    return (
      <ErrorState
        title={texts.couldNotLoadYourFriends}
        onRetry={choice.retry}
        retrying={choice.isRetrying}
        action={
          onGoOnWithout && (
            <Button variant="quiet" onClick={onGoOnWithout}>
              {texts.createWithoutGuests}
            </Button>
          )
        }
      />
    );
  }
  if (choice.people.length === 0)
    return (
      <>
        <p className={styles.none}>{texts.noFriendsToInvite}</p>
        {problem}
      </>
    );
  return (
    <>
      <PersonPicker
        label={texts.inviteFriends}
        people={choice.people}
        selected={choice.selected}
        onChange={(selected) => onChange({ inviteeIds: [...selected] })}
        searchPlaceholder={texts.searchFriendsByNameOrEmail}
        describedBy={problem ? `${id}-problem` : undefined}
        maxHeightPx={LIST_MAX_HEIGHT_PX}
        noMatch={texts.noFriendMatches}
        noName={NO_NAME}
      />
      {problem}
    </>
  );
});
