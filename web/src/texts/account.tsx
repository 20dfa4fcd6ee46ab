import type { ReactNode } from 'react';

export const promise = 'Make plans with friends. Find each other when you get there.';
export const storageBlocked =
  'Your browser is blocking cookies and site data for this site, so you cannot stay signed in. Allow them, then load this page again.';

export const email = 'Email';
export const phone = 'Phone';
export const phoneHelp = 'With the country code, unless it is a Jersey number.';
export const switchToPhone = 'Use phone instead';
export const switchToEmail = 'Use email instead';

export const chooseStrongerPassword = 'Please choose a stronger password.';

export const playBackground = 'Play background video';
export const pauseBackground = 'Pause background video';

export const yourPasswordHasBeenChanged = 'Your password has been changed.';
export const changePassword = 'Change Password';
export const changePasswordWarning = 'You will be signed out on every other device.';
export const currentPassword = 'Current password';
export const newPassword = 'New password';

export const yourPasswordHasBeenSaved = 'Your password has been saved.';
export const chooseAPassword = 'Choose a password';
export const noPasswordYet =
  'Your account has no password yet. With one, you can sign in without a link or a code.';
export const password = 'Password';
export const codeWeSentYou = 'Code we sent you';
export const codeHelp = 'It shows that the account is yours.';

export const confirming = 'Confirming...';
export const confirm = 'Confirm';

export const copyFailed = 'Could not copy. Select the text and copy it yourself.';
export const copied = 'Copied';

export const freshCodeHelp = 'Enter a code first, so that nobody else can change this.';
export const checking = 'Checking...';

export const passwordLengthHelp = (minLength: ReactNode) => (
  <>Use at least {minLength} characters. A few words in a row work well.</>
);
export const passwordStrength = (word: ReactNode) => <>Password strength: {word}</>;

export const everyone = 'Everyone';
export const friends = 'Friends';
export const whoSeesMyEmailAndPhone = 'Who sees my email and phone';
export const hideAddressHelp = 'If you hide them, people cannot use them to find you either.';
export const failedToUpdateProfile = 'Failed to update profile';

export const proveAddressHelp =
  'First confirm that it is you, so that nobody else can lock you out. Enter the code we sent you.';
export const codeWrongOrExpired = 'This code is wrong or has expired.';
export const sendANewCode = 'Send a new code';
export const newCodeSent = 'We sent you a new code.';

export const notConfirmedYet = 'Not confirmed your account yet? Ask for a new message.';
export const confirmationSentAgain =
  'If this address is waiting to be confirmed, a new message is on its way.';
export const askAgainAsGuest =
  'To get another one, create the account again in the browser where you are a guest.';
export const sendAgain = 'Send again';

export const confirmYourAccount = 'Confirm your account';
export const confirmAccountDocumentTitle = 'Confirm your account · Hereabouts';
export const addressConfirmedChoosePassword =
  'Your address is confirmed. Choose the password for your account.';
export const confirmAccountHelp =
  'Press the button and your account is ready. If you did not ask for an account, close this page.';
export const confirmMyAccount = 'Confirm my account';
export const savePassword = 'Save password';

export const forgotYourPassword = 'Forgot your password?';
export const forgotPasswordDocumentTitle = 'Forgot password · Hereabouts';
export const forgotPasswordHelp = 'We will send you a link to choose a new one.';
export const forgotPasswordPhoneHelp = 'We will text you a code to choose a new one.';
export const enterYourEmail = 'Please enter your email address';
export const enterYourPhone = 'Please enter your phone number';
export const resetInstructionsSent = 'Password reset instructions have been sent to your email.';
export const sendResetInstructions = 'Send Reset Instructions';
export const sendCode = 'Send code';

export const welcomeBack = 'Welcome Back';
export const login = 'Login';
export const signInGuestNote =
  'You are here as a guest. Once you have signed in, you can bring your answers and messages along.';
export const loginFailed = 'An error occurred during login';
export const signingIn = 'Signing In...';
export const logIn = 'LOG IN';

export const tooWeak = 'Too weak';
export const strong = 'Strong';
export const good = 'Good';
export const fair = 'Fair';

export const iHaveAnAccountAlready = 'I have an account already';
export const createAccountDocumentTitle = 'Create account · Hereabouts';
export const almostThere = 'Almost there';
export const checkYourEmail = 'Check your email to confirm your account.';
export const joinIn = 'Join in';
export const signUpsClosedHelp = 'If you have an account, sign in as usual.';
export const fullName = 'Full name';
export const fullNameHelp = 'Your name, as your friends know you';
export const invitationCode = 'Invitation code';
export const invitationCodeHelp = 'You need an invitation code to join. Ask whoever invited you.';
export const creatingAccount = 'Creating account...';
export const createAccount = 'Create account';

export const twoStepSignIn = 'Two-step sign-in';
export const chooseANewPassword = 'Choose a new password';
export const resetPasswordDocumentTitle = 'Reset password · Hereabouts';
export const resetNeedsCode = 'Enter a code first, then choose your new password.';
export const openLinkHelp = 'Your link works once. Press Continue, then choose a new password.';
export const opening = 'Opening...';
export const signOutAndSendNewLink = 'Sign out and send a new link';
export const sendANewLink = 'Send a new link';
export const signOutAndSendNewCode = 'Sign out and send a new code';
export const repeatNewPassword = 'Repeat new password';
export const passwordsDiffer = 'The two passwords are not the same.';
export const saveNewPassword = 'Save new password';
