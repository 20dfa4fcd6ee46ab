export const code = 'Code';
export const codeLength = (oneTimeCodeLength: string | number) => `The code has ${oneTimeCodeLength} digits.`;

export const checkYourPhone = 'Check your phone';
export const weSentACodeToPhone = (phone: string | number) => `We sent a code to ${phone}.`;
export const confirmationSentTo = (email: string | number) =>
  `The message goes to ${email}. Press its link, or enter its code here.`;
export const resetCodeSent = 'If this number has an account, we sent it a code.';
export const resetCodeSentAgain = 'If this number has an account, a new code is on its way.';

export const youAreSignedInAs = (name: string) =>
  `You are signed in as ${name}. If this link is for another account, you will be signed out here.`;
export const linkExpired = 'This link has expired or has been used already.';
export const linkExpiredHelp = 'A link works once, and for a short time only.';
export const codeOver = 'This code no longer lets you choose a password.';
export const codeOverHelp =
  'A code is good for one password, and for ten minutes. If your account has an email address, use that instead.';
