/** For `createRequestTurns`: a request with a session that is in no special turn. */
export const ORDINARY_REQUEST = {
  isRead: true,
  heavy: false,
  bulkChange: null,
  limit: null,
  withoutDatabase: false,
  hasOwnTurn: false,
  from: '',
  isGone: () => false,
} as const;
