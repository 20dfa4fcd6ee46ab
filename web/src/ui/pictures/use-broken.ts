import { useEffect, useState } from 'react';

/** Whether the picture has failed to load, and how to say so; without a network it is tried again once there is one. */
export function useBroken(image: string | null): [isBroken: boolean, note: () => void] {
  const [broken, setBroken] = useState<string | null>(null);
  useEffect(() => {
    if (broken === null) return;
    const tryAgain = () => setBroken(null);
    addEventListener('online', tryAgain);
    return () => removeEventListener('online', tryAgain);
  }, [broken]);
  return [image !== null && image === broken, () => setBroken(image)];
}
