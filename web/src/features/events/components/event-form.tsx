import type { EventInvite } from '@hereabouts/contract/events';
import { DESCRIPTION_MAX } from '@hereabouts/contract/limits';
import { defaultEventImage } from '@hereabouts/contract/uploads';
import { useMemo, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { cx } from '#web/lib/class-names.ts';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { FormButtons } from '#web/ui/buttons/form-buttons.tsx';
import { FormFoot } from '#web/ui/layout/form-foot.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { TextArea } from '#web/ui/forms/text-field.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/event-form.tsx';
import type { EventDraft } from '../draft.ts';
import { useReadCandidates } from '../form-queries.ts';
import { useEventForm } from '../use-event-form.ts';
import { useNavigateWhileHere } from '#web/lib/navigation/use-navigate-while-here.ts';
import { inviteesOf, useInvitees } from '../use-invitees.ts';
import { useLeavingGuard } from '../use-leaving-guard.ts';
import { useLockedFocus } from '../use-locked-focus.ts';
import { useProblemFocus } from '../use-problem-focus.ts';
import { ImageField } from './image-field.tsx';
import { LimitsField } from './limits-field.tsx';
import { PosterWords } from './poster-words.tsx';
import { PrivateField } from './private-field.tsx';
import { RestoredNotice } from './restored-notice.tsx';
import { TitleField } from './title-field.tsx';
import { TimesField } from './times-field.tsx';
import rows from './rows.module.css';
import styles from './event-form.module.css';

// The first screen can be filled in before the others have come.
const PlaceField = lazyComponent(() => import('./place-field.tsx').then((module) => module.PlaceField), {
  loading: <Skeleton shape="block" height="420px" />,
  failedTitle: texts.couldNotLoadTheLocation,
});
const FriendsField = lazyComponent(
  () => import('./friends-field.tsx').then((module) => module.FriendsField),
  {
    loading: <Skeleton shape="block" height="300px" />,
    failedTitle: texts.couldNotLoadYourFriends,
  },
);
const SaveQuestions = lazyDialog(() => import('./save-questions.tsx').then((module) => module.SaveQuestions));
const ConfirmDialog = lazyDialog(() =>
  import('#web/ui/overlays/confirm-dialog.tsx').then((module) => module.ConfirmDialog),
);

const NOBODY: readonly never[] = [];

type Props = {
  formKey: string;
  /** Null for a new event. */
  eventId: number | null;
  initial: EventDraft;
  offersCover?: boolean;
  invites: readonly EventInvite[];
  hasEnded: boolean;
  isCoHost?: boolean;
};

/** Source: EVF-02 to EVF-12, EVF-15 to EVF-19. */
export function EventForm({
  formKey,
  eventId,
  initial,
  offersCover = false,
  invites,
  hasEnded,
  isCoHost = false,
}: Props) {
  const navigate = useNavigate();
  const goOn = useNavigateWhileHere();
  const form = useEventForm({
    formKey,
    eventId,
    initial,
    offersCover,
    hasEnded,
    onSaved: (id) => goOn(`/event/${id}`),
  });
  const { fields, problem, isBusy, image, saving } = form;
  const { draft, change, fieldOf, errorOf } = fields;
  const isNew = eventId === null;
  const loadedIds = isNew ? NOBODY : form.base.inviteeIds;
  // Guests who join while the form is open are not shown as deselected (EVF-15).
  const shown = useMemo(
    () => invites.filter(({ user }) => loadedIds.includes(user.id)),
    [invites, loadedIds],
  );
  const coHostedId = isCoHost ? eventId : null;
  const choice = useInvitees(draft.inviteeIds, loadedIds, shown, hasEnded, coHostedId);
  const leaving = useLeavingGuard({
    isDirty: form.isLostByLeaving,
    isLostByReload: form.isLostByReload,
    onAsk: form.giveUp,
  });
  const formRef = useProblemFocus(form.shownProblem);
  const submitRef = useLockedFocus(isBusy);
  const readCandidates = useReadCandidates(coHostedId);
  const choose = () => inviteesOf(choice, draft.inviteeIds, loadedIds, readCandidates);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit(choose);
  };
  const createWithoutGuests = () => {
    change({ inviteeIds: NOBODY });
    void form.submit(async () => NOBODY);
  };
  const hasGuestsInDoubt = isNew && choice.state === 'failed' && draft.inviteeIds.length > 0;

  return (
    <form ref={formRef} className={styles.form} noValidate onSubmit={onSubmit}>
      <div className={styles.facts}>
        <ImageField
          draft={draft}
          upload={image}
          isLow={!offersCover}
          fallback={isNew ? null : defaultEventImage(eventId)}
          onChange={change}
          error={errorOf('image')}
          isInBanner={problem?.fields.includes('image') ?? false}
          isLocked={isBusy}
        >
          <TitleField form={fields} />
          <PosterWords draft={draft} />
        </ImageField>
        <div className={styles.whenAndWhere} inert={isBusy}>
          {form.isRestored && <RestoredNotice isNew={isNew} onStartAfresh={form.startAfresh} />}
          <TimesField form={fields} isNew={isNew} hasEnded={hasEnded} />
          <PlaceField
            key={form.replacements}
            draft={draft}
            onChange={change}
            placeError={errorOf('place')}
            pointError={errorOf('point')}
          />
        </div>
        <div className={cx(rows.card, styles.access)} inert={isBusy}>
          <PrivateField isPrivate={draft.isPrivate} onChange={(isPrivate) => change({ isPrivate })} />
          <LimitsField form={fields} />
        </div>
      </div>
      <div className={styles.more} inert={isBusy}>
        <TextArea
          {...fieldOf('description')}
          className={styles.description}
          label={texts.description}
          rows={4}
          value={draft.description}
          maxLength={DESCRIPTION_MAX}
          onChange={(event) => change({ description: event.target.value })}
        />
        <section aria-labelledby="invite-friends" className={styles.section} data-field="friends">
          <h2 id="invite-friends" className={styles.heading}>
            {texts.inviteFriends}
          </h2>
          <FriendsField
            choice={choice}
            onChange={change}
            error={errorOf('friends')}
            onGoOnWithout={hasGuestsInDoubt ? createWithoutGuests : undefined}
          />
        </section>
      </div>

      <FormFoot>
        {problem !== null && <FormBanner tone="error">{problem.text}</FormBanner>}
        <FormButtons>
          <ButtonLink to="/" variant="secondary">
            {recurring.cancel}
          </ButtonLink>
          <Button
            ref={submitRef}
            type="submit"
            busy={isBusy}
            busyLabel={
              form.waitsFor === 'picture' ? texts.sendingThePicture : isNew ? texts.creating : texts.updating
            }
          >
            {isNew ? texts.createEvent : texts.updateEvent}
          </Button>
        </FormButtons>
      </FormFoot>
      <SaveQuestions
        open={saving.question !== null}
        question={saving.question}
        saving={saving}
        onPastConfirmed={() => void form.submit(choose, true)}
      />
      <ConfirmDialog
        open={leaving.target !== null}
        title={isNew ? texts.leaveWithoutCreatingTheEvent : texts.leaveWithoutSaving}
        confirmLabel={texts.leave}
        cancelLabel={texts.keepEditing}
        danger
        onCancel={leaving.stay}
        onConfirm={() => {
          form.abandon();
          void navigate(leaving.target ?? '/');
        }}
      >
        {texts.typedTextIsLost}
      </ConfirmDialog>
    </form>
  );
}
