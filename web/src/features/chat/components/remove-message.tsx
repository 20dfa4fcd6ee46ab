import { chatRoutes, type ChatMessage } from '@hereabouts/contract/chat';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';
import { failureText } from '#web/lib/api/failure-text.ts';
import { clearAlerts, showAlert } from '#web/ui/feedback/toast-store.ts';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import * as texts from '#web/texts/chat.tsx';
import { noteRemoved } from '../log-queries.ts';
import { senderName } from './sender-name.ts';

const ConfirmDialog = lazyDialog(() =>
  import('#web/ui/overlays/confirm-dialog.tsx').then((module) => module.ConfirmDialog),
);

type Props = {
  eventId: number;
  viewerId: string;
  /** Also set while the dialog closes. */
  message: ChatMessage | null;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
};

export function RemoveMessage({ eventId, viewerId, message, open, onClose, onClosed }: Props) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: ({ id }: ChatMessage) =>
      call(chatRoutes.removeMessage, { params: { eventId, messageId: id } }),
    onSuccess(_, removed) {
      clearAlerts(texts.deleteMessageFailed);
      noteRemoved(client, eventId, removed);
    },
    onError: (error) => showAlert(failureText(texts.deleteMessageFailed, error)),
    onSettled: onClose,
  });
  const isOwn = message?.sender?.id === viewerId;
  return (
    <ConfirmDialog
      open={open}
      danger
      title={message === null || isOwn ? texts.deleteYourMessageQuestion : texts.deleteThisMessageQuestion}
      person={message === null || isOwn ? undefined : senderName(message)}
      confirmLabel={texts.deleteWord}
      busy={remove.isPending}
      onConfirm={() => message && remove.mutate(message)}
      onCancel={onClose}
      onClosed={onClosed}
    >
      {texts.deleteMessageWarning}
    </ConfirmDialog>
  );
}
