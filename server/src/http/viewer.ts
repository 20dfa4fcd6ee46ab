export type Viewer = {
  readonly userId: string;
  readonly sessionId: string;
  /** The account has no address (GUEST-05). */
  readonly isAnonymous?: true;
};
