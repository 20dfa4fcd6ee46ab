import { ageMs, type Clock } from '#server/clock.ts';
import { dropOldest } from '#server/lib/drop-oldest.ts';

const REMEMBERED_MAX = 50_000;

/** `seq`: of the newest message in the push. */
export type ChatPush = { deviceId: string; tag: string; seq: number };

/** Per process. Several jobs about a chat may wait for a device: the first that is sent stands for all. */
export type ChatPushLog = {
  /** ms until the pause is over; 0: now; null: the device has had it. */
  waitMs(push: ChatPush): number | null;
  record(push: ChatPush): void;
  forget(push: ChatPush): void;
};

export function createChatPushLog(clock: Clock, everyMs: number): ChatPushLog {
  const last = new Map<string, { seq: number; atMs: number }>();
  const keyOf = ({ deviceId, tag }: ChatPush): string => `${deviceId} ${tag}`;
  return {
    waitMs(push) {
      const before = last.get(keyOf(push));
      if (before === undefined) return 0;
      return push.seq <= before.seq ? null : Math.max(everyMs - ageMs(clock.now(), before.atMs), 0);
    },
    record(push) {
      last.delete(keyOf(push));
      last.set(keyOf(push), { seq: push.seq, atMs: clock.now() });
      dropOldest(last, REMEMBERED_MAX);
    },
    forget: (push) => void last.delete(keyOf(push)),
  };
}
