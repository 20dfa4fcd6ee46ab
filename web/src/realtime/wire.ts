import { openSocket, sendToken } from './open-socket.ts';
import { TopicChannel } from './topic-channel.ts';

/** Protocol and validation of a connection, in a separate chunk that is loaded with the first one. */
export const wire = { openSocket, sendToken, TopicChannel };
export type Wire = typeof wire;
