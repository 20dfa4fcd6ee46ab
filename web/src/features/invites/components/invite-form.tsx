import { NO_FRIEND_SELECTED_MESSAGE } from '@hereabouts/contract/invites';
import { defaultEventImage } from '@hereabouts/contract/uploads';
import { NO_NAME } from '@hereabouts/contract/users';
import { PartyPopper, UsersRound } from 'lucide-react';
import { useId, useMemo, useState, type FormEvent, type ReactNode } from 'react';
import { useViewerId } from '#web/auth/use-session.ts';
import { useNavigateWhileHere } from '#web/lib/navigation/use-navigate-while-here.ts';
import { isServerResponse } from '#web/lib/api/api.ts';
import { formatRange } from '#web/lib/time/dates.ts';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { useTell } from '#web/ui/feedback/use-tell.ts';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { FormButtons } from '#web/ui/buttons/form-buttons.tsx';
import { FormFoot } from '#web/ui/layout/form-foot.tsx';
import { Faces } from '#web/ui/pictures/faces.tsx';
import { Img } from '#web/ui/pictures/img.tsx';
import { PersonPicker } from '#web/ui/forms/person-picker.tsx';
import * as texts from '#web/texts/invites.tsx';
import * as recurring from '#web/texts/recurring.ts';
import { keptChoice } from '../kept-choice.ts';
import { useInvite, type Invitable } from '../queries.ts';
import styles from './invite-form.module.css';
import { failureText } from '#web/lib/api/failure-text.ts';

const NOBODY: ReadonlySet<string> = new Set();
const LIST_MAX_HEIGHT_PX = 400;
/** As many as stand beside each other at 320 px. */
const FACES_MAX = 8;
/** Source: INV-06. */
const INVITE_FAILED = texts.sendInvitationsFailed;

export type InviteFormProps = {
  eventId: number;
  invitable: Invitable;
  renderLink: (event: Invitable['event']) => ReactNode;
};

/** Source: INV-01 to INV-05. */
export function InviteForm({ eventId, invitable, renderLink }: InviteFormProps) {
  return (
    <div className={styles.page}>
      <div className={styles.event}>
        <Img
          className={styles.picture ?? ''}
          image={invitable.event.image}
          fallback={defaultEventImage(invitable.event.id)}
          alt=""
          sizes="80px"
          eager
        />
        <div className={styles.words}>
          <h2 className={styles.title}>{invitable.event.title}</h2>
          <p className={styles.when}>{formatRange(invitable.event.start_time, invitable.event.end_time)}</p>
        </div>
        <div className={styles.link}>{renderLink(invitable.event)}</div>
      </div>
      {invitable.friends.length > 0 ? (
        <Choices eventId={eventId} invitable={invitable} />
      ) : (
        <Nobody eventId={eventId} hasFriends={invitable.has_friends} />
      )}
    </div>
  );
}

function Choices({ eventId, invitable: { friends } }: Omit<InviteFormProps, 'renderLink'>) {
  const goOn = useNavigateWhileHere();
  const hintId = useId();
  const invite = useInvite(eventId);
  const kept = keptChoice(useViewerId(), eventId);
  const [chosen, setChosen] = useState(kept.read);
  const choose = (next: ReadonlySet<string>) => {
    setChosen(next);
    kept.keep(next);
  };
  const [problem, setProblem] = useState<string | null>(null);
  const tell = useTell(setProblem);
  // A selected person may have been invited elsewhere or unfriended since.
  const selected = useMemo(
    () => new Set(friends.map(({ id }) => id)).intersection(chosen),
    [friends, chosen],
  );

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (selected.size === 0) return setProblem(NO_FRIEND_SELECTED_MESSAGE);
    setProblem(null);
    try {
      await invite.mutateAsync([...selected]);
      kept.keep(NOBODY);
      goOn(`/event/${eventId}`);
    } catch (error) {
      const isRefused = isServerResponse(error) && error.status < 500;
      tell(isRefused ? error.message : failureText(INVITE_FAILED, error));
    }
  };

  return (
    <form className={styles.form} onSubmit={(event) => void onSubmit(event)}>
      <PersonPicker
        label={texts.friends}
        people={friends}
        selected={selected}
        onChange={choose}
        searchPlaceholder={texts.searchFriendsByNameOrEmail}
        maxHeightPx={LIST_MAX_HEIGHT_PX}
        noMatch={texts.noFriendMatches}
        noName={NO_NAME}
      />
      <FormFoot>
        {selected.size === 0 && problem === null && (
          <p id={hintId} className={styles.hint}>
            {NO_FRIEND_SELECTED_MESSAGE}
          </p>
        )}
        {selected.size > 0 && <SelectedFaces people={friends.filter(({ id }) => selected.has(id))} />}
        {problem !== null && <FormBanner tone="error">{problem}</FormBanner>}
        <FormButtons>
          <ButtonLink to={`/event/${eventId}`} variant="secondary" onClick={() => kept.keep(NOBODY)}>
            {recurring.cancel}
          </ButtonLink>
          <Button
            type="submit"
            disabled={selected.size === 0}
            aria-describedby={selected.size === 0 ? hintId : undefined}
            busy={invite.isPending}
            busyLabel={texts.inviting}
          >
            {texts.inviteFriendsCount(selected.size)}
          </Button>
        </FormButtons>
      </FormFoot>
    </form>
  );
}

/** Who is about to be invited, for the eyes: the button has the number, the list the names. */
function SelectedFaces({ people }: { people: Invitable['friends'] }) {
  const more = people.length - FACES_MAX;
  return (
    <div className={styles.faces} aria-hidden="true">
      <Faces people={people.slice(0, FACES_MAX)} />
      {more > 0 && <span>+{more}</span>}
    </div>
  );
}

/** Source: INV-05. */
function Nobody({ eventId, hasFriends }: { eventId: number; hasFriends: boolean }) {
  if (hasFriends) {
    return (
      <EmptyState
        icon={<PartyPopper aria-hidden="true" />}
        title={texts.allFriendsInvited}
        action={
          <ButtonLink to={`/event/${eventId}`} variant="secondary">
            {texts.backToEvent}
          </ButtonLink>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<UsersRound aria-hidden="true" />}
      title={texts.noFriendsToInvite}
      action={<ButtonLink to="/contacts?tab=discover">{texts.findFriends}</ButtonLink>}
    />
  );
}
