/** Methods that look at one place of a text, whatever its length. */
const CONSTANT = new Set(['at', 'charAt', 'charCodeAt', 'codePointAt']);
/** Methods that look only at what they return. */
const CUTTING = new Set(['slice', 'substring']);

const strings: object = String.prototype;

/**
 * Counts the characters that the methods of strings may have looked at while `run` ran: a measure of work that does not
 * depend on how busy the machine is.
 */
export function stringWork(run: () => unknown): number {
  const methods = Object.entries(Object.getOwnPropertyDescriptors(strings)).filter(
    ([name, { value }]) => typeof value === 'function' && name !== 'constructor',
  );
  let work = 0;
  for (const [name, descriptor] of methods) {
    const original = descriptor.value as (...args: unknown[]) => unknown;
    function counted(this: string, ...args: unknown[]) {
      const result = original.apply(this, args);
      if (CONSTANT.has(name)) work += 1;
      else work += CUTTING.has(name) ? String(result).length : this.length;
      return result;
    }
    Object.defineProperty(strings, name, { ...descriptor, value: counted });
  }
  try {
    run();
  } finally {
    for (const [name, descriptor] of methods) Object.defineProperty(strings, name, descriptor);
  }
  return work;
}
