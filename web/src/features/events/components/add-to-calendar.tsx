import type { EventDetail } from '@hereabouts/contract/events';
import { saveFile } from '#web/lib/device/save-file.ts';
import { showAlert } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/event-page.tsx';
import button from '#web/ui/buttons/text-button.module.css';

export function AddToCalendar({ event }: { event: EventDetail }) {
  const add = async () => {
    try {
      const { calendarFile } = await import('../calendar-file.ts');
      const file = calendarFile(event, location.origin);
      saveFile(file.name, file);
    } catch {
      showAlert(texts.calendarEntryFailed);
    }
  };
  return (
    <button type="button" className={button.textButton} onClick={() => void add()}>
      {texts.addToCalendar}
    </button>
  );
}
