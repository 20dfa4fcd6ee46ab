/** The signed-in person a request or socket acts for. */
export type Viewer = {
  readonly userId: string;
  readonly sessionId: string;
};
