import type { ReactNode } from 'react';

export const asTheDevice = 'Same as device';
export const light = 'Light';
export const dark = 'Dark';
export const appearance = 'Appearance';

export const profilePicture = 'Profile picture';
export const addPicture = 'Add picture';
export const changePicture = 'Change picture';
export const replacePicture = 'Replace picture';
export const savingPercent = (percent: number) => `Saving... ${percent}%`;
export const failedToUpdateProfile = 'Failed to update profile';

export const createYourAccount = 'Create your account';
export const checkYourEmail = 'Check your email';
export const createAccountDocumentTitle = 'Create account · Hereabouts';
export const createAccountHelp =
  'You keep your answers, your messages and your place on guest lists and waiting lists.';
export const linkAndCodeSentTo = (awaiting: string | number) =>
  `We sent a link and a code to ${awaiting}. Until you use one of them, you stay a guest.`;
export const iHaveAnAccountAlready = 'I have an account already';
export const stayAGuestForNow = 'Stay a guest for now';
export const email = 'Email';
export const password = 'Password';
export const signInToThatAccount = 'Sign in to that account';
export const accountMadeBefore =
  'Your account had been created already. Its email and password are the ones you entered first.';
export const creatingAccount = 'Creating account...';
export const createAccount = 'Create account';
export const noCodeHelp = 'No code? If that address already has an account, sign in to that account instead.';
export const changeAddress = 'Use another address';

export const yourData = 'Your data';
export const collecting = 'Collecting...';
export const fileSaved = (name: string | number) => `${name} has been saved.`;
export const downloadMyData = 'Download my data';
export const deleteMyAccount = 'Delete my account';

export const deleteYourAccount = 'Delete your account?';
export const deleteAccountHelp = 'This happens straight away and cannot be undone.';
export const deleting = 'Deleting...';
export const deleteWord = 'Delete';
export const choosePasswordToDelete =
  'To delete your account, first press “Choose a password” on this page. Then delete it with your password.';
export const deletesGuest = 'Your name and your answers to invitations will be deleted.';
export const deletesProfile = 'Your profile, pictures, friends and answers to invitations will be deleted.';
export const deletesEvents =
  'Events you created will be deleted for everyone, along with their chats. Guests will be told that the events are cancelled.';
export const keepsMessages = 'Your messages in other people’s chats will stay, under the name “Unknown”.';
export const signsOutEverywhere = 'You will be signed out on every device.';
export const deleteAccountFailed = 'Could not delete your account. Please try again.';

export const youAreHereAsAGuest = 'You are here as a guest';
export const guestSessionHelp =
  'Only this browser knows you. With an account you keep your answers and messages, and come back from any device.';
export const signInToAnAccount = 'Sign in to an account';
export const signOut = 'Sign Out';
export const signOutAsAGuest = 'Sign out as a guest?';
export const signOutOne = 'Sign out';
export const signingOut = 'Signing out...';
export const signOutAsAGuestWarning =
  'There is no way back in: you will lose access to your events. Other people will still see your answers and messages. Create an account first to keep them.';

export const installHereabouts = 'Install Hereabouts';
export const installTapShare = 'Tap your browser’s Share button.';
export const installAddToHomeScreen = 'Choose “Add to Home Screen”.';
export const installNeedsAccount = (createAnAccount: ReactNode) => (
  <>{createAnAccount} first: the app on your home screen will not know you as a guest.</>
);
export const installHelp = 'It opens from your home screen, even when you are offline.';

export const profileUpdatedSuccessfully = 'Profile updated successfully';
export const fullName = 'Full Name';
export const none = 'None';
export const phone = 'Phone';
export const guestSince = 'Guest since';
export const memberSince = 'Member Since';
export const editProfile = 'Edit Profile';

export const passwordAndDevices = 'Password and devices';
export const chooseAPassword = 'Choose a password';
export const changePassword = 'Change Password';
export const signOutEverywhere = 'Sign out everywhere';
export const signOutEverywhereQuestion = 'Sign out everywhere?';
export const signOutEverywhereWarning = 'You will be signed out on every device, this one included.';

export const showAllSessions = (sessionsCount: ReactNode) => <>Show all {sessionsCount}</>;
export const sessionEndedAlready = 'That device has already been signed out.';
export const sessionSpared = 'That device is setting a new password. It will be signed out within an hour.';
export const signOutThereFailed = 'Signing out did not work. Please try again.';
export const whereYouAreSignedIn = 'Where you are signed in';
export const sessionSignedOut = (sessionName: string | number) => `${sessionName} has been signed out.`;
export const loadingSessions = 'Loading devices...';
export const signOutAllOthers = 'Sign out all others';
export const signOutAllOtherSessions = 'Sign out all other devices?';
export const allOthersSignedOut = 'All other devices have been signed out.';
export const signOutAllOthersHelp =
  'You stay signed in here. Every other browser and device has to sign in again.';
export const thisDevice = 'This device';
export const signOutName = (name: string | number) => `Sign out ${name}`;

export const downloadLimitReached =
  'You have reached the download limit for now. Please try again in an hour.';
export const downloadFailed = 'Could not download your data. Please try again.';
export const yourAccountHasBeenDeleted = 'Your account has been deleted.';

export const aboutYou = 'About you';
export const settings = 'Settings';

export const unknownDevice = 'Unknown device';
export const unknownBrowserOnDevice = (device: string | number) => `Unknown browser on ${device}`;
export const browserOnDevice = (browser: string | number, device: string | number) =>
  `${browser} on ${device}`;
export const usedInTheLastHour = 'Used in the last hour';
export const lastUsed = (start: string | number) => `Last used ${start}`;
export const signedInOnDate = (date: string | number) => `Signed in on ${date}`;
