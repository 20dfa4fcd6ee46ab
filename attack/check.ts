import type { Instance, Settings } from './instance.ts';

/** One weakness, tried from outside on the running product. */
export type Check = {
  /** Number of the weakness; the security documentation uses the same. */
  id: string;
  title: string;
  /** Resolves with what was seen when the attack failed. @throws Weakness when the product did not resist */
  run: (stage: Stage) => Promise<string>;
};

/** Starts instances for the checks; the same settings share one. */
export type Stage = {
  instance(settings?: Settings): Promise<Instance>;
};

/** The product did not resist. */
export class Weakness extends Error {
  override readonly name = 'Weakness';
}

export function resist(isHeld: boolean, otherwise: string): void {
  if (!isHeld) throw new Weakness(otherwise);
}

export type Skipped = { id: string; reason: string };
