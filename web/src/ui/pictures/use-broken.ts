import { useEffect, useState } from 'react';

/** Offline failures are retried when the network is back. */
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
