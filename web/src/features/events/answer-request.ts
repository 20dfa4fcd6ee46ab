import { inviteRoutes } from '@hereabouts/contract/invites';
import { call, WRITE_TIMEOUT_MS } from '#web/lib/api/api.ts';
import type { PartyAnswer } from '#web/ui/buttons/answer-buttons.tsx';

/** @throws {NetworkError} no answer came, or none in time */
export const sendAnswer = (eventId: number, body: PartyAnswer & { epoch?: string }) =>
  call(
    inviteRoutes.respondToInvite,
    { params: { eventId }, body },
    { limitMs: WRITE_TIMEOUT_MS, keepalive: body.status === 'declined' },
  );
