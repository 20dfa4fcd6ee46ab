import {
  NEWS_CATEGORIES,
  NEWS_CATEGORY_LABELS,
  type NewsCategory,
  type NotificationSettings,
} from '@hereabouts/contract/notification-settings';
import type { OwnPush } from '@hereabouts/contract/push';
import { useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { failureText } from '#web/lib/api/failure-text.ts';
import { showAlert } from '#web/ui/feedback/toast-store.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { pushSupport, turnOff } from '../device.ts';
import { useOwnPush, useSaveSettings } from '../settings-queries.ts';
import styles from './device-push.module.css';

type Props = { open: boolean; onClose: () => void };

/** What one is told, and when. Source: PUSH-02, PUSH-06. */
export function SettingsDialog({ open, onClose }: Props) {
  const query = useOwnPush(open);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Notification settings"
      description="These apply to all your devices. The bell still lists everything."
    >
      {query.data ? (
        <Settings own={query.data} onClose={onClose} />
      ) : query.isError ? (
        <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <Loading label="Loading...">
          <Skeleton shape="block" height="420px" />
        </Loading>
      )}
    </Dialog>
  );
}

/** At ten in the evening until seven. */
const USUAL_QUIET = { from: 22 * 60, until: 7 * 60 };

function Settings({ own, onClose }: { own: OwnPush; onClose: () => void }) {
  const [settings, setSettings] = useState(own.settings);
  const save = useSaveSettings();
  const change = (changes: Partial<NotificationSettings>) => setSettings((now) => ({ ...now, ...changes }));
  const toggle = (category: NewsCategory, isOn: boolean) =>
    change({ off: isOn ? settings.off.filter((one) => one !== category) : [...settings.off, category] });
  const { quiet } = settings;
  const problem =
    quiet !== null && quiet.from === quiet.until ? 'Please choose two different times' : undefined;

  return (
    <form
      className={styles.settings}
      onSubmit={(event) => {
        event.preventDefault();
        if (problem !== undefined) return;
        save.mutate(settings, {
          onSuccess: onClose,
          onError: (error) => showAlert(failureText('Could not save the settings. Please try again.', error)),
        });
      }}
    >
      <fieldset className={styles.group}>
        <legend>Tell me about</legend>
        {NEWS_CATEGORIES.map((category) => (
          <Checkbox
            key={category}
            label={NEWS_CATEGORY_LABELS[category]}
            checked={!settings.off.includes(category)}
            onChange={(event) => toggle(category, event.target.checked)}
          />
        ))}
      </fieldset>
      <div className={styles.group}>
        <Checkbox
          label="Quiet hours"
          help="Nothing is sent during these hours. Anything still relevant arrives afterwards."
          checked={quiet !== null}
          onChange={(event) => change({ quiet: event.target.checked ? USUAL_QUIET : null })}
        />
        {quiet === null ? null : (
          <div className={styles.times}>
            <Time
              label="From"
              minute={quiet.from}
              onChange={(from) => change({ quiet: { ...quiet, from } })}
            />
            <Time
              label="Until"
              minute={quiet.until}
              problem={problem}
              onChange={(until) => change({ quiet: { ...quiet, until } })}
            />
          </div>
        )}
        <Checkbox
          label="Hide details on the lock screen"
          checked={settings.hides_details}
          onChange={(event) => change({ hides_details: event.target.checked })}
        />
        {own.has_mail ? (
          <Checkbox
            label="Email me if none of my devices can receive notifications"
            help="Invitations, cancellations, announcements and reminders, at most ten a day."
            checked={settings.by_mail}
            onChange={(event) => change({ by_mail: event.target.checked })}
          />
        ) : null}
      </div>
      <div className={styles.actions}>
        <Button type="submit" busy={save.isPending} busyLabel="Saving...">
          Save
        </Button>
        {pushSupport() === 'on' ? <TurnOff onDone={onClose} /> : null}
      </div>
    </form>
  );
}

function TurnOff({ onDone }: { onDone: () => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const off = async () => {
    setIsBusy(true);
    await turnOff().then(onDone, () =>
      showAlert(failureText('Could not turn off notifications. Please try again.')),
    );
    setIsBusy(false);
  };
  return (
    <Button variant="secondary" busy={isBusy} busyLabel="Turning off..." onClick={() => void off()}>
      Turn off on this device
    </Button>
  );
}

const two = (count: number) => String(count).padStart(2, '0');

type TimeProps = {
  label: string;
  minute: number;
  problem?: string | undefined;
  onChange: (minute: number) => void;
};

function Time({ label, minute, problem, onChange }: TimeProps) {
  return (
    <TextField
      label={label}
      type="time"
      required
      error={problem}
      value={`${two(Math.floor(minute / 60))}:${two(minute % 60)}`}
      onChange={(event) => {
        const [hours = NaN, minutes = NaN] = event.target.value.split(':').map(Number);
        if (!Number.isNaN(hours * 60 + minutes)) onChange(hours * 60 + minutes);
      }}
    />
  );
}
