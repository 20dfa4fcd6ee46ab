import type { Fix, OwnPosition } from './own-position.ts';

/** Null while the device is lost: the last fix tells only where it was. */
export const currentFix = ({ status, fix }: Pick<OwnPosition, 'status' | 'fix'>): Fix | null =>
  status === 'found' ? fix : null;
