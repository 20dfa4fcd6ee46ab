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
import { failureText, OFFLINE_TEXT } from '#web/lib/api/failure-text.ts';
import { showAlert } from '#web/ui/feedback/toast-store.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/notifications.tsx';
import { pushSupport, turnOff } from '../device.ts';
import { useOwnPush, useSaveSettings } from '../settings-queries.ts';
import styles from './device-push.module.css';

type Props = { open: boolean; onClose: () => void };

/** Source: PUSH-02, PUSH-06. */
export function SettingsDialog({ open, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={texts.notificationSettings} description={texts.settingsHelp}>
      <FreshSettings onClose={onClose} />
    </Dialog>
  );
}

/** Reads the settings anew: another device may have changed some. */
function FreshSettings({ onClose }: { onClose: () => void }) {
  const query = useOwnPush();
  const [first, setFirst] = useState<OwnPush | null>(null);
  if (first === null && query.isFetchedAfterMount && query.isSuccess) setFirst(query.data);
  if (first !== null) return <Settings own={first} onClose={onClose} />;
  if (query.isError || query.isPaused) {
    return (
      <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching}>
        {query.isPaused ? OFFLINE_TEXT : null}
      </ErrorState>
    );
  }
  return (
    <Loading label={recurring.loading}>
      <Skeleton shape="block" height="420px" />
    </Loading>
  );
}

const USUAL_QUIET = { from: 22 * 60, until: 7 * 60 };

function Settings({ own, onClose }: { own: OwnPush; onClose: () => void }) {
  const [settings, setSettings] = useState(own.settings);
  const save = useSaveSettings();
  const change = (changes: Partial<NotificationSettings>) => setSettings((now) => ({ ...now, ...changes }));
  const toggle = (category: NewsCategory, isOn: boolean) =>
    change({ off: isOn ? settings.off.filter((one) => one !== category) : [...settings.off, category] });
  const { quiet } = settings;
  const problem = quiet !== null && quiet.from === quiet.until ? texts.quietHoursEmpty : undefined;

  return (
    <form
      className={styles.settings}
      onSubmit={(event) => {
        event.preventDefault();
        if (problem !== undefined) return;
        save.mutate({ ...settings, before: own.settings }, { onSuccess: onClose });
      }}
    >
      <fieldset className={styles.group}>
        <legend>{texts.tellMeAbout}</legend>
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
          label={texts.quietHours}
          help={texts.quietHoursHelp}
          checked={quiet !== null}
          onChange={(event) => change({ quiet: event.target.checked ? USUAL_QUIET : null })}
        />
        {quiet === null ? null : (
          <div className={styles.times}>
            <Time
              label={texts.from}
              minute={quiet.from}
              onChange={(from) => change({ quiet: { ...quiet, from } })}
            />
            <Time
              label={texts.until}
              minute={quiet.until}
              problem={problem}
              onChange={(until) => change({ quiet: { ...quiet, until } })}
            />
          </div>
        )}
        <Checkbox
          label={texts.hideDetailsOnTheLockScreen}
          checked={settings.hides_details}
          onChange={(event) => change({ hides_details: event.target.checked })}
        />
        {own.has_mail ? (
          <Checkbox
            label={texts.emailWithoutDevice}
            help={texts.emailWithoutDeviceHelp}
            checked={settings.by_mail}
            onChange={(event) => change({ by_mail: event.target.checked })}
          />
        ) : null}
      </div>
      <div className={styles.actions}>
        <Button type="submit" busy={save.isPending} busyLabel={recurring.saving}>
          {recurring.save}
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
    await turnOff().then(onDone, () => showAlert(failureText(texts.turnOffFailed)));
    setIsBusy(false);
  };
  return (
    <Button variant="secondary" busy={isBusy} busyLabel={recurring.turningOff} onClick={() => void off()}>
      {texts.turnOffOnThisDevice}
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
