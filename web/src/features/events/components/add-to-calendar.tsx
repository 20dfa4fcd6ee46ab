import type { EventDetail } from '@hereabouts/contract/events';
import { saveFile } from '#web/lib/device/save-file.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { showAlert } from '#web/ui/feedback/toast-store.ts';

/** Hands the event to the calendar of the device. */
export function AddToCalendar({ event, className }: { event: EventDetail; className: string | undefined }) {
  const add = async () => {
    try {
      const { calendarFile } = await import('../calendar-file.ts');
      const file = calendarFile(event, location.origin);
      saveFile(file.name, file);
    } catch {
      showAlert('Could not make the calendar entry. Please try again.');
    }
  };
  return (
    <Button variant="quiet" size="small" className={className} onClick={() => void add()}>
      Add to calendar
    </Button>
  );
}
