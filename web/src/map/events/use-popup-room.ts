import { useSyncExternalStore } from 'react';

/** On narrower screens a popup would hide most of the map, and the selected event's card says the same. */
const ROOM = '(width >= 768px)';

function subscribe(onChange: () => void): () => void {
  const room = matchMedia(ROOM);
  room.addEventListener('change', onChange);
  return () => room.removeEventListener('change', onChange);
}

export const usePopupRoom = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(ROOM).matches);
