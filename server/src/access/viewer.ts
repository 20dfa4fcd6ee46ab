/** Who asks, as far as the rules need to know: a role that goes with the person (an anonymous one, say) is added here. */
export type Viewer = { userId: string };
