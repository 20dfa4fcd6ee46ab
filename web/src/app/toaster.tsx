import { useEffect } from 'react';
import { ToastList } from '#web/ui/feedback/toast.tsx';
import { dismissToastsWithPerson } from './toasts-of-person.ts';

export function Toaster() {
  useEffect(dismissToastsWithPerson, []);
  return <ToastList />;
}
