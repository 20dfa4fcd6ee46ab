/** Gives the message itself to those in this process and a copy of its bytes to the others; nobody may change it. */
export type BusHandler = (message: Buffer) => void;

/**
 * Carries messages between the processes of one instance. Messages of one publisher on one subject arrive in order.
 * The bus only hints: while it is down messages to other processes are lost, and `onChange` tells.
 */
export type Bus = {
  publish(subject: string, message: Buffer): void;
  /** Resolves with the way to unsubscribe once messages of every process do arrive. */
  subscribe(subject: string, handler: BusHandler): Promise<() => void>;
  /** Called with false when the other processes are lost from sight, and with true when they are back. */
  onChange(listener: (connected: boolean) => void): void;
  close(): Promise<void>;
};

/** The bus of an instance that is one process. */
export function createLocalBus(): Bus {
  // Lists, replaced and never changed: most subjects have one handler, and a set takes four times its memory.
  const subjects = new Map<string, readonly BusHandler[]>();
  return {
    publish(subject, message) {
      for (const handler of subjects.get(subject) ?? []) handler(message);
    },
    async subscribe(subject, handler) {
      const handlers = subjects.get(subject);
      subjects.set(subject, handlers === undefined ? [handler] : [...handlers, handler]);
      return () => {
        const others = (subjects.get(subject) ?? []).filter((other) => other !== handler);
        if (others.length > 0) subjects.set(subject, others);
        else subjects.delete(subject);
      };
    },
    onChange() {},
    async close() {
      subjects.clear();
    },
  };
}
