import 'vitest';

declare module 'vitest' {
  /** What the set-up of the browser tests hands to them; benchmarks take some of the same steps. */
  export interface ProvidedContext {
    chromiumPath: string;
    /** The same, or the shell without a window, which has no camera. */
    shellPath: string;
    /** Of a product in which nobody has signed up yet. */
    emptyDataDir: string;
    /** Removed after the run. */
    runFolder: string;
  }
}
