import { useState } from 'react';
import type { Address } from '#web/auth/actions.ts';

export type AddressKind = 'email' | 'phone';

/** An e-mail address or a phone number; each keeps what was typed. */
export function useAddress() {
  const [kind, setKind] = useState<AddressKind>('email');
  const [typed, setTyped] = useState({ email: '', phone: '' });
  const value = typed[kind].trim();
  return {
    kind,
    typed: typed[kind],
    type: (text: string) => setTyped({ ...typed, [kind]: text }),
    switchKind: () => setKind(kind === 'email' ? 'phone' : 'email'),
    address: (kind === 'email' ? { email: value } : { phone: compactPhone(value) }) as Address,
  };
}

/** `00` is read as `+`. */
export function compactPhone(typed: string): string {
  return typed.replace(/[\s().-]/g, '').replace(/^00/, '+');
}
