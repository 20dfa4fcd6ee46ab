import { CHAT_TEXTS, type ChatMessage } from '@hereabouts/contract/chat';
import { personName } from '@hereabouts/contract/users';

/** The name people know the sender by; "Unknown" where the account is gone (CHAT-02). */
export const senderName = ({ sender }: ChatMessage): string =>
  sender === null ? CHAT_TEXTS.unknownSender : personName(sender);
