import { useEffect, useState } from 'react';
import { webClock } from './clock.ts';

/** `value`, once it has stayed the same for `delayMs`; emptied at once. */
export function useDebounced(value: string, delayMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => webClock.after(value === '' ? 0 : delayMs, () => setSettled(value)), [value, delayMs]);
  return settled;
}
