export const turnOffTwoStepSignIn = 'Turn off two-step sign-in?';
export const turnOffWarning =
  'Your password alone will open your account, your recovery codes will stop working, and your other devices will be signed out.';
export const turnOff = 'Turn off';
export const makeNewRecoveryCodes = 'Make new recovery codes?';
export const makeNewCodesWarning = 'You will get ten new codes. The ones you have now will stop working.';
export const makeNewCodes = 'Make new codes';
export const making = 'Making...';

export const connectAnAuthenticatorApp = 'Connect an authenticator app';
export const turnOnHelp =
  'From then on, signing in takes your password and a code from the app. Your other devices will be signed out.';
export const checking = 'Checking...';
export const turnOn = 'Turn on';
export const couldNotStart = 'Could not start setting up two-step sign-in';
export const scanStep = '1. Scan this with your authenticator app, or enter the key by hand.';
export const qrCodeForYourAuthenticatorApp = 'QR code for your authenticator app';
export const key = 'Key';
export const copyKey = 'Copy key';
export const openInAppOnThisDevice = 'Open in an app on this device';
export const enterCodeStep = '2. Enter the code the app shows.';
export const startedAgain =
  'This took too long, or was started elsewhere too. Please scan the new code; you can delete the earlier entry in your app.';

export const saveYourRecoveryCodes = 'Save your recovery codes';
export const recoveryCodesHelp =
  'Without your phone, a recovery code lets you in. Each works once. You will not see them again.';
export const iHaveSavedThem = 'I have saved them';
export const recoveryCodes = 'Recovery codes';
export const copyCodes = 'Copy codes';
export const download = 'Download';
export const copyBeforeClosing = 'Copy or download the codes before you close this.';

export const switchToRecoveryCode = 'Use a recovery code';
export const switchToAppCode = 'Use a code from your app';
export const codeHelp = 'The six digits your authenticator app shows for Hereabouts.';
export const recoveryCode = 'Recovery code';
export const recoveryCodeHelp = 'One of the ten you saved when you turned this on. Each works once.';

export const onWithoutRecoveryCodes =
  'Two-step sign-in is on, but your recovery codes could not be made. Please make them now.';
export const turnedOff = 'Two-step sign-in is off.';
export const twoStepSignIn = 'Two-step sign-in';
export const loadingTwoStepSignIn = 'Loading two-step sign-in...';
export const offHelp =
  'Off. When it is on, signing in takes your password and a code from an app on your phone, so nobody can get in with a stolen password alone.';
export const turnOnTwoStepSignIn = 'Turn on two-step sign-in';
export const on = 'On';
export const newRecoveryCodes = 'New recovery codes';
export const noRecoveryCodes =
  'You have no recovery codes. Make them, so that a lost phone does not lock you out.';
export const noRecoveryCodesLeft =
  'You have used all your recovery codes. Make new ones, in case you lose your phone.';
export const recoveryCodesLeft = (left: string | number, recoveryCodesCount: string | number) =>
  `${left} of ${recoveryCodesCount} recovery codes left.`;

export const codeWrong = 'This code is wrong. Enter the one your app shows now.';
export const recoveryCodeWrong = 'This recovery code is wrong or has already been used.';
export const tooManyWrongCodes = 'Too many wrong codes. Please wait a few minutes, then try again.';
export const unreachable = 'Could not reach Hereabouts. Check your connection and try again.';

export const twoStepDocumentTitle = 'Two-step sign-in · Hereabouts';
export const oneMoreStep = 'One more step, then you are in.';
export const signingOut = 'Signing out...';
export const signOut = 'Sign out';
export const recoveryCodeUsed = 'You have used up one recovery code. You can make new ones on your profile.';

export const recoveryCodesFor = (host: string) => `Hereabouts recovery codes for ${host}`;
export const recoveryCodesMadeOn = (day: string) =>
  `Made on ${day}. Each code signs you in once in place of a code from your app.`;
