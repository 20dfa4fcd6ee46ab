import * as texts from '#web/texts/two-step.ts';

/** `k4m9-x7qp-2ab8-ht3z-q0vw-51cd`. The service ignores the dashes. */
export const groupCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-');

export const recoveryCodesFile = (
  codes: readonly string[],
  { host, day }: { host: string; day: string },
): string =>
  [texts.recoveryCodesFor(host), texts.recoveryCodesMadeOn(day), '', ...codes.map(groupCode), ''].join('\n');
