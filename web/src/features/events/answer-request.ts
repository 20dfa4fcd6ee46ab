import { inviteRoutes } from '@hereabouts/contract/invites';
import { call } from '#web/lib/api/api.ts';
import type { PartyAnswer } from '#web/ui/buttons/answer-buttons.tsx';

/** An answer that takes longer is not waited for: giving it again does no harm. */
const SEND_TIMEOUT_MS = 15_000;

/** @throws {NetworkError} no answer came, or none in time */
export const sendAnswer = (eventId: number, body: PartyAnswer & { epoch?: string }) =>
  call(
    inviteRoutes.respondToInvite,
    { params: { eventId }, body },
    { limitMs: SEND_TIMEOUT_MS, keepalive: body.status === 'declined' },
  );
