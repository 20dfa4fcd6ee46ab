import { SessionActions } from './session-actions.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoStepSection } from './two-step-section.tsx';

/** How one signs in, and where one is signed in. Source: MFA-02, SESS-01. */
export const SignInGroup = () => (
  <>
    <SessionActions />
    <TwoStepSection />
    <SessionsSection />
  </>
);
