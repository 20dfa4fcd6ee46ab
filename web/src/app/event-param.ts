import { useParams } from 'react-router';

/** The id of the event in the address, or null where it cannot be one. */
export function useEventParam(): number | null {
  const { eventId = '' } = useParams();
  const id = Number(eventId);
  return /^[1-9]\d*$/.test(eventId) && Number.isSafeInteger(id) ? id : null;
}
