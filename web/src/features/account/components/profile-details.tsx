import { NAME_MAX } from '@hereabouts/contract/limits';
import { NAME_EMPTY_MESSAGE, personName, type Me } from '@hereabouts/contract/users';
import { cleanLine } from '@hereabouts/contract/visible-text';
import { Pencil } from 'lucide-react';
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { formatDate } from '#web/lib/time/dates.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { showAlert } from '#web/ui/feedback/toast-store.ts';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/profile.tsx';
import { useUpdateMe } from '../queries.ts';
import styles from './profile-details.module.css';
import { failureMessage } from '#web/lib/api/failure-text.ts';

type Message = { tone: 'success' | 'error'; text: string };

/** Source: PROF-01 to PROF-04. */
export function ProfileDetails({ me, isAnonymous }: { me: Me; isAnonymous: boolean }) {
  const [name, setName] = useState<string | null>(null);
  const [message, setMessage] = useState<Message | null>(null);
  const update = useUpdateMe();
  const isEditing = name !== null;
  const problemId = useId();
  const form = useRef<HTMLFormElement>(null);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // Back from the field and the buttons that are gone to where it began.
    if (wasEditing.current && !isEditing) edit.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const clean = cleanLine(name ?? '');
    if (clean === '') return setMessage({ tone: 'error', text: NAME_EMPTY_MESSAGE });
    setMessage(null);
    // Callbacks of `mutate` go with the page; whoever has left it is told all the same.
    update.mutateAsync({ name: clean }).then(
      () => {
        setName(null);
        setMessage({ tone: 'success', text: texts.profileUpdatedSuccessfully });
      },
      (error: unknown) => {
        const text = failureMessage(texts.failedToUpdateProfile, error);
        if (form.current) setMessage({ tone: 'error', text });
        else showAlert(text);
      },
    );
  };
  const cancel = () => {
    setName(null);
    setMessage(null);
  };

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={save}>
      {isEditing ? (
        <TextField
          label={texts.fullName}
          name="name"
          autoComplete="name"
          autoFocus
          maxLength={NAME_MAX}
          value={name}
          problemId={message?.tone === 'error' ? problemId : undefined}
          onChange={(event) => setName(event.target.value)}
        />
      ) : null}
      <dl className={styles.details}>
        {isEditing ? null : <Detail term={texts.fullName} value={personName(me)} className={styles.name} />}
        {isAnonymous ? null : <Detail term={texts.email} value={me.email ?? texts.none} />}
        {me.phone === null ? null : <Detail term={texts.phone} value={me.phone} />}
        <Detail
          term={isAnonymous ? texts.guestSince : texts.memberSince}
          value={memberSince(me.created_at)}
        />
      </dl>
      {message ? (
        <FormBanner tone={message.tone} id={problemId}>
          {message.text}
        </FormBanner>
      ) : null}
      {isEditing ? (
        <div className={styles.actions}>
          <Button variant="secondary" onClick={cancel} locked={update.isPending}>
            {recurring.cancel}
          </Button>
          <Button type="submit" busy={update.isPending} busyLabel={recurring.saving}>
            {recurring.save}
          </Button>
        </div>
      ) : (
        <div className={styles.actions}>
          <Button
            key="edit"
            wide
            ref={edit}
            variant="secondary"
            icon={<Pencil aria-hidden="true" />}
            onClick={() => {
              setMessage(null);
              setName(me.name);
            }}
          >
            {texts.editProfile}
          </Button>
        </div>
      )}
    </form>
  );
}

function Detail({ term, value, className }: { term: string; value: string; className?: string | undefined }) {
  return (
    <div className={cx(styles.detail, className)}>
      <dt>{term}</dt>
      <dd dir="auto">{value}</dd>
    </div>
  );
}

const memberSince = (created: string) => (Number.isNaN(Date.parse(created)) ? 'N/A' : formatDate(created));
