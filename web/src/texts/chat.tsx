import type { ReactNode } from 'react';

export const couldNotLoadTheChat = 'Could not load the chat';
export const goToTheEvent = 'Go to the event';

export const waitingMessages = (waiting: number) => (
  <>
    Waiting for connection — {waiting} {waiting === 1 ? 'message' : 'messages'}
  </>
);
export const withUnread = (unread: number, title: string) => (unread > 0 ? `(${unread}) ${title}` : title);
export const messages = 'Messages';
export const newMessages = (unread: number) => `${unread} new ${unread === 1 ? 'message' : 'messages'}`;
export const latest = 'Latest';
export const eventCancelledChatReadable = 'This event was cancelled. Its chat can still be read.';

export const communityChat = 'Community chat';
export const comingSoon = 'Coming Soon!';
export const communityChatComing =
  'The community chat is being built. In the meantime, every event has a chat of its own: open it from the event.';

export const announcedMeetingPoint = (
  senderName: string | number,
  message: string | number,
  meetText: string | number,
) => `${senderName} set the meeting point: ${message}${meetText}. `;
export const hasAnnounced = ' announced';

export const showAllOfTheMessage = 'Show all';
export const showLessOfTheMessage = 'Show less';

export const message = 'Message';
export const send = 'Send';

export const setTheMeetingPoint = (who: ReactNode) => <>{who} set the meeting point:</>;
export const announced = (who: ReactNode) => <>{who} announced:</>;
export const youSaid = 'You:';
export const reportMessageBySenderName = (senderName: string | number) => `Report message by ${senderName}`;
export const report = 'Report';
export const deleteWord = 'Delete';
export const deleteYourMessage = 'Delete your message';
export const deleteMessageBy = (senderName: string) => `Delete message by ${senderName}`;
export const you = 'You';

export const newWord = 'New';

export const deleteYourMessageQuestion = 'Delete your message?';
export const deleteThisMessageQuestion = 'Delete this message?';
export const deleteMessageWarning =
  'Nobody in the chat will be able to read it. “This message was removed.” will appear in its place.';
export const deleteMessageFailed = 'The message could not be deleted. Please try again.';

export const muteForAnHour = 'Mute for an hour';
export const muteUntilMorning = 'Mute until 8:00';
export const muteForGood = 'Mute for good';
export const notificationsAreOn = 'Notifications are on';
export const thisChatIsMuted = 'This chat is muted';
export const changeMuteFailed = 'Could not change this. Please try again.';
export const unmute = 'Unmute';
export const notificationsForThisChatMuted = 'Notifications for this chat, muted';
export const notificationsForThisChat = 'Notifications for this chat';

export const loadOlderMessagesFailed = 'Could not load older messages. Try again';
export const loadingOlderMessages = 'Loading older messages...';

export const waiting = 'Waiting';
export const notSent = 'Not sent';
export const discard = 'Discard';

const notSentCount = (count: number) =>
  count === 1 ? 'A message was not sent' : `${count} messages were not sent`;
export const messagesRefused = (count: number) =>
  `${notSentCount(count)}: you can no longer post in that chat. Your text is saved there.`;
export const messagesLostByRestore = (count: number) =>
  `${notSentCount(count)}: Hereabouts has since been restored from a backup.`;
