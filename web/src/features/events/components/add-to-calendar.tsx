import type { EventDetail } from '@hereabouts/contract/events';
import { saveFile } from '#web/lib/device/save-file.ts';
import { CalendarPlus } from 'lucide-react';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { showAlert } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/event-page.tsx';
import styles from './event-facts.module.css';

/** Hands the event to the calendar of the device. */
export function AddToCalendar({ event }: { event: EventDetail }) {
  const add = async () => {
    try {
      const { calendarFile } = await import('../calendar-file.ts');
      const file = calendarFile(event, location.origin);
      saveFile(file.name, file);
    } catch {
      showAlert(texts.couldNotMakeTheCalendarEntry);
    }
  };
  return (
    <IconButton
      label={texts.addToCalendar}
      icon={<CalendarPlus aria-hidden="true" />}
      className={styles.add}
      onClick={() => void add()}
    />
  );
}
