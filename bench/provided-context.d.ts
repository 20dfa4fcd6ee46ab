import 'vitest';

declare module 'vitest' {
  /** What the browser tests provide, some of whose steps are taken here too. */
  export interface ProvidedContext {
    chromiumPath: string;
  }
}
