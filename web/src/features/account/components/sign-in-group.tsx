import { SessionActions } from './session-actions.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoStepSection } from './two-step-section.tsx';

/** Source: MFA-02, SESS-01. */
export const SignInGroup = () => (
  <>
    <SessionActions />
    <TwoStepSection />
    <SessionsSection />
  </>
);
