import type { Queryable } from '#server/db/database.ts';

/** Local handlers get the buffer itself: it must not be changed. */
export type BusHandler = (message: Buffer) => void;

/** Between the processes of an instance, in order per publisher and subject. Lost in an outage: see `onChange`. */
export type Bus = {
  publish(subject: string, message: Buffer): void;
  /** As `publish`, for an access loss. One stored by `keep` reaches every process even if this one or NATS fails. */
  publishAccessLoss(loss: AccessLoss): void;
  /** Stores access losses in the transaction of the change; call `publishAccessLoss` after its commit. */
  keep(tx: Queryable, losses: readonly AccessLoss[]): Promise<void>;
  /** False when certainly nobody on any process handles the subject. */
  mayReach(subject: string): boolean;
  /** Resolves once messages of every process arrive; the result unsubscribes. */
  subscribe(subject: string, handler: BusHandler): Promise<() => void>;
  isConnected(): boolean;
  /** Resolves when other processes stay unreachable for good: only another process helps. */
  readonly lost: Promise<Error>;
  /** False when other processes become unreachable, true when they are back. */
  onChange(listener: (connected: boolean) => void): void;
  close(): Promise<void>;
};

export type AccessLoss = {
  /** Distinguishes it from the same message at another time. */
  key: string;
  subject: string;
  message: Buffer;
};

export function createLocalBus(): Bus {
  // Lists, replaced and never mutated: most subjects have one handler, and a set takes four times the memory.
  const subjects = new Map<string, readonly BusHandler[]>();
  const publish = (subject: string, message: Buffer) => {
    for (const handler of subjects.get(subject) ?? []) handler(message);
  };
  return {
    publish,
    publishAccessLoss: ({ subject, message }) => publish(subject, message),
    // Without other processes there is nothing to store; `openBus` replaces it on Postgres.
    async keep() {},
    mayReach: (subject) => subjects.has(subject),
    async subscribe(subject, handler) {
      const handlers = subjects.get(subject);
      subjects.set(subject, handlers === undefined ? [handler] : [...handlers, handler]);
      return () => {
        const others = (subjects.get(subject) ?? []).filter((other) => other !== handler);
        if (others.length > 0) subjects.set(subject, others);
        else subjects.delete(subject);
      };
    },
    isConnected: () => true,
    lost: new Promise(() => {}),
    onChange() {},
    async close() {
      subjects.clear();
    },
  };
}
