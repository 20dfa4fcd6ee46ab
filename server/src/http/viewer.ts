export type Viewer = {
  readonly userId: string;
  readonly sessionId: string;
  /** An account without an address, by its row (GUEST-05). */
  readonly isAnonymous?: true;
};
