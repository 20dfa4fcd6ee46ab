import { useState } from 'react';
import { signOut } from '#web/auth/sign-out.ts';
import { markSigningOut } from '#web/lib/navigation/signing-out.ts';

/** Ends the session; the guard leads to /login once nobody is signed in. Source: PROF-06. */
export function useLeave(): { leave: () => void; isLeaving: boolean } {
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => {
    markSigningOut();
    setIsLeaving(true);
    signOut();
  };
  return { leave, isLeaving };
}
