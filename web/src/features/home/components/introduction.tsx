import { Features } from './features.tsx';
import { HowItWorks } from './how-it-works.tsx';

/** What a newcomer reads below their events. Source: HOME-14, HOME-18. */
export function Introduction() {
  return (
    <>
      <HowItWorks />
      <Features />
    </>
  );
}
