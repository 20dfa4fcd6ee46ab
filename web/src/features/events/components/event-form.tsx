import { EVENT_MESSAGES } from '@hereabouts/contract/event-problems';
import type { EventInvite } from '@hereabouts/contract/events';
import { DESCRIPTION_MAX, TITLE_MAX } from '@hereabouts/contract/limits';
import { useEffect, useId, useRef, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FormBanner } from '#web/ui/form-banner.tsx';
import { FormButtons } from '#web/ui/form-buttons.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import { withStart, type EventDraft } from '../draft.ts';
import { useEventForm } from '../use-event-form.ts';
import { useInvitees } from '../use-invitees.ts';
import { useLeavingGuard } from '../use-leaving-guard.ts';
import styles from './event-form.module.css';

// The first fields can be filled in before the others have come.
const PlaceField = lazyPart(() => import('./place-field.tsx').then((part) => part.PlaceField), {
  loading: <Skeleton shape="block" height="420px" />,
  failedTitle: 'Could not load the location',
});
const ImageField = lazyPart(() => import('./image-field.tsx').then((part) => part.ImageField), {
  loading: <Skeleton shape="block" height="180px" />,
  failedTitle: 'Could not load the image',
});
const FriendsField = lazyPart(() => import('./friends-field.tsx').then((part) => part.FriendsField), {
  loading: <Skeleton shape="block" height="300px" />,
  failedTitle: 'Could not load your friends',
});
const ConfirmDialog = lazyDialog(() =>
  import('#web/ui/confirm-dialog.tsx').then((part) => part.ConfirmDialog),
);

type Props = {
  /** Under which name the draft is kept. */
  formKey: string;
  /** Null for a new event. */
  eventId: number | null;
  initial: EventDraft;
  invites: readonly EventInvite[];
  hasEnded: boolean;
};

/** The form of a new event or of one that exists. Source: EVF-02 to EVF-12, EVF-15 to EVF-19. */
export function EventForm({ formKey, eventId, initial, invites, hasEnded }: Props) {
  const navigate = useNavigate();
  const form = useEventForm({
    formKey,
    eventId,
    initial,
    onSaved: (id) => void navigate(`/event/${id}`, { replace: true }),
  });
  const { draft, change, update, problem, isBusy, image } = form;
  const choice = useInvitees(draft.inviteeIds, invites, hasEnded);
  const leaving = useLeavingGuard(form.isDirty && !isBusy);
  const fields = useProblemFocus(problem);
  const bannerId = useId();
  const problemOf = (...messages: string[]) =>
    problem !== null && messages.includes(problem) ? bannerId : undefined;
  const timesId = problemOf(EVENT_MESSAGES.timesMissing);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    void form.submit(choice.state === 'ready' ? [...choice.selected] : draft.inviteeIds);
  };
  const isNew = eventId === null;

  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      {form.isRestored && (
        <FormBanner
          tone="info"
          action={
            <Button variant="quiet" size="small" onClick={form.startAfresh}>
              {isNew ? 'Start afresh' : 'Discard changes'}
            </Button>
          }
        >
          What you typed before is still here.
        </FormBanner>
      )}

      <TextField
        ref={fields.title}
        label="Event Title*"
        problemId={problemOf(EVENT_MESSAGES.titleMissing)}
        value={draft.title}
        maxLength={TITLE_MAX}
        autoComplete="off"
        enterKeyHint="next"
        aria-required="true"
        onChange={(event) => change({ title: event.target.value })}
      />
      <TextArea
        label="Description"
        rows={4}
        value={draft.description}
        maxLength={DESCRIPTION_MAX}
        onChange={(event) => change({ description: event.target.value })}
      />
      <div className={styles.times}>
        <TextField
          ref={fields.start}
          label="Start Time*"
          problemId={draft.start === '' ? timesId : undefined}
          type="datetime-local"
          value={draft.start}
          aria-required="true"
          disabled={hasEnded}
          onChange={(event) => update((before) => withStart(before, event.target.value))}
        />
        <TextField
          ref={fields.end}
          label="End Time*"
          problemId={problemOf(EVENT_MESSAGES.endNotAfterStart) ?? (draft.end === '' ? timesId : undefined)}
          type="datetime-local"
          value={draft.end}
          aria-required="true"
          disabled={hasEnded}
          onChange={(event) => change({ end: event.target.value })}
        />
        {hasEnded && <p className={styles.note}>{EVENT_MESSAGES.endedTimes}</p>}
      </div>
      <PlaceField draft={draft} onChange={change} searchRef={fields.place} />
      <ImageField image={draft.image} upload={image} onRemove={() => change({ image: null })} />
      <section aria-labelledby="invite-friends" className={styles.friends}>
        <SectionHeading id="invite-friends">Invite Friends</SectionHeading>
        <FriendsField form={form} choice={choice} invites={invites} hasEnded={hasEnded} />
      </section>
      <Checkbox
        label="Private Event (Only invited people can see this event)"
        checked={draft.isPrivate}
        onChange={(event) => change({ isPrivate: event.target.checked })}
      />

      {problem !== null && (
        <FormBanner tone="error" id={bannerId}>
          {problem}
        </FormBanner>
      )}
      <FormButtons>
        <ButtonLink to="/" variant="secondary">
          Cancel
        </ButtonLink>
        <Button type="submit" busy={isBusy} busyLabel={isNew ? 'Creating...' : 'Updating...'}>
          {isNew ? 'Create Event' : 'Update Event'}
        </Button>
      </FormButtons>
      <ConfirmDialog
        open={leaving.target !== null}
        title={isNew ? 'Leave without creating the event?' : 'Leave without saving?'}
        confirmLabel="Leave"
        cancelLabel="Keep editing"
        danger
        onCancel={leaving.stay}
        onConfirm={() => {
          form.abandon();
          void navigate(leaving.target ?? '/');
        }}
      >
        What you typed would be lost.
      </ConfirmDialog>
    </form>
  );
}

/** Takes the person to the field that a message of EVF-11 is about. */
function useProblemFocus(problem: string | null) {
  const title = useRef<HTMLInputElement>(null);
  const start = useRef<HTMLInputElement>(null);
  const end = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (problem === EVENT_MESSAGES.titleMissing) title.current?.focus();
    if (problem === EVENT_MESSAGES.timesMissing) (start.current?.value ? end : start).current?.focus();
    if (problem === EVENT_MESSAGES.endNotAfterStart) end.current?.focus();
    if (problem === EVENT_MESSAGES.locationNameMissing) place.current?.focus();
  }, [problem]);
  return { title, start, end, place };
}
