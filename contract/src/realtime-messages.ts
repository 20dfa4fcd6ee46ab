export type {
  ChatTopicEvents,
  EventTopicEvents,
  LiveTopicEvents,
  UserTopicEvents,
} from './schemas/realtime-messages.ts';
