import { useEffect, useState, type ComponentType } from 'react';
import { startToasts } from './start-toasts.ts';

export function Toasts() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => startToasts((toaster) => setToaster(() => toaster)), []);
  return Toaster && <Toaster />;
}
