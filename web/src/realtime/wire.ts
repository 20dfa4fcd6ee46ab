import { openSocket, sendToken } from './open-socket.ts';
import { TopicChannel } from './topic-channel.ts';

/** What a connection speaks, and how what is said on it is checked: in a chunk of its own, needed once there is one. */
export const wire = { openSocket, sendToken, TopicChannel };
export type Wire = typeof wire;
