export type Viewer = {
  readonly userId: string;
  readonly sessionId: string;
};
