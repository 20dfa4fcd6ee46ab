export const texts = {
  signInCode: (code: string, minutes: number) =>
    `${code} is your Hereabouts code. It works once and expires in ${minutes} minutes. Do not share it with anyone.`,
} as const;
