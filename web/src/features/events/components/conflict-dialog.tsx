import type { FieldGroup } from '@hereabouts/contract/event-merge';
import { imageUrl } from '@hereabouts/contract/uploads';
import { useState, type ReactNode } from 'react';
import { formatStart, formZones } from '#web/lib/time/dates.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/event-page.tsx';
import { endOf, startOf, type EventDraft } from '../draft.ts';
import styles from './conflict-dialog.module.css';

type Props = {
  open: boolean;
  sent: EventDraft;
  stored: EventDraft;
  groups: readonly FieldGroup[];
  onClose: () => void;
  /** `taken`: what the person takes from the stored version; the rest stays theirs. */
  onResolve: (taken: readonly FieldGroup[]) => void;
};

const LABELS: Readonly<Record<FieldGroup, string>> = {
  title: texts.eventTitle,
  description: texts.description,
  start_time: texts.startTime,
  end_time: texts.endTime,
  location: texts.location,
  image: texts.eventImage,
  is_private: texts.privateEvent,
  places: texts.numberOfPlaces,
  bring_max: texts.guestsMayBring,
};

/** Nothing is chosen beforehand. Source: EVF-23. */
export function ConflictDialog({ open, sent, stored, groups, onClose, onResolve }: Props) {
  const [choices, setChoices] = useState<Partial<Record<FieldGroup, 'theirs' | 'yours'>>>({});
  const isComplete = groups.every((group) => choices[group] !== undefined);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.conflictTitle}
      description={texts.conflictHelp}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {texts.keepEditing}
          </Button>
          <Button
            locked={!isComplete}
            onClick={() => onResolve(groups.filter((group) => choices[group] === 'theirs'))}
          >
            {recurring.save}
          </Button>
        </>
      }
    >
      {groups.map((group) => (
        <fieldset key={group} className={styles.group}>
          <legend className={styles.label}>{LABELS[group]}</legend>
          <div className={styles.versions}>
            {(['theirs', 'yours'] as const).map((side) => (
              <label key={side} className={styles.version}>
                <input
                  type="radio"
                  name={group}
                  className={styles.radio}
                  checked={choices[group] === side}
                  onChange={() => setChoices((before) => ({ ...before, [group]: side }))}
                />
                <span className={styles.side}>{side === 'theirs' ? texts.theirs : texts.yours}</span>
                <span className={styles.value}>{valueOf(group, side === 'theirs' ? stored : sent)}</span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </Dialog>
  );
}

const NOTHING = texts.empty;
const COORDINATE_DECIMALS = 6;

function valueOf(group: FieldGroup, draft: EventDraft): ReactNode {
  switch (group) {
    case 'title':
      return draft.title;
    case 'description':
      return draft.description || NOTHING;
    case 'start_time':
      return timeText(startOf(draft), formZones(startOf(draft), endOf(draft))?.start);
    case 'end_time':
      return timeText(endOf(draft), formZones(startOf(draft), endOf(draft))?.end);
    case 'location': {
      const { placeName, placeAddress, point } = draft;
      const at = [point?.latitude, point?.longitude].map((degrees) => degrees?.toFixed(COORDINATE_DECIMALS));
      return [placeName, placeAddress, at.join(', ')].filter(Boolean).join('\n');
    }
    case 'image':
      return draft.image === null ? (
        texts.noImage
      ) : (
        <img src={imageUrl(draft.image, 'card')} alt="" className={styles.picture} />
      );
    case 'is_private':
      return draft.isPrivate ? texts.yes : texts.no;
    case 'places':
      return draft.places || texts.noLimit;
    case 'bring_max':
      return draft.bringMax === 0 ? recurring.nobody : draft.bringMax;
  }
}

const timeText = (time: string | null, zone: string | undefined): string =>
  time === null ? NOTHING : [formatStart(time), zone].filter(Boolean).join(' ');
