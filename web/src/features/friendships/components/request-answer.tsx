import { AnswerInPlace, type GivenAnswer } from '#web/ui/indicators/answer-in-place.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import * as texts from '#web/texts/friendships.tsx';
import { useFriendshipAction, type FriendshipAction } from '../friendship-actions.ts';
import styles from './request-answer.module.css';

type Props = {
  userId: string;
  name: string;
  friendshipId: string | null;
  /** An answered request leaves every list: whoever shows it keeps it, unless the answer failed. */
  onAnswer: (isKept: boolean) => void;
};

const ANSWERS: Partial<Record<FriendshipAction['kind'], GivenAnswer>> = {
  accept: { sign: 'accepted', text: texts.youAreNowFriends },
  decline: { sign: 'declined', text: texts.youDeclined },
};

/** Source: NOTE-03. */
export function RequestAnswer({ userId, name, friendshipId, onAnswer }: Props) {
  const action = useFriendshipAction();
  const answer = (kind: 'accept' | 'decline') => {
    if (friendshipId === null) return;
    onAnswer(true);
    action.mutate({ kind, userId, friendshipId }, { onError: () => onAnswer(false) });
  };
  const pending = action.isPending ? action.variables.kind : null;
  const given = action.isSuccess ? (ANSWERS[action.variables.kind] ?? null) : null;
  return (
    <AnswerInPlace answer={given}>
      {friendshipId === null ? null : (
        <div role="group" aria-label={texts.yourAnswerToName(name)} className={styles.buttons}>
          <Button
            size="small"
            busy={pending === 'accept'}
            locked={action.isPending}
            onClick={() => answer('accept')}
          >
            {texts.accept}
          </Button>
          <Button
            size="small"
            variant="secondary"
            busy={pending === 'decline'}
            locked={action.isPending}
            onClick={() => answer('decline')}
          >
            {texts.decline}
          </Button>
        </div>
      )}
    </AnswerInPlace>
  );
}
