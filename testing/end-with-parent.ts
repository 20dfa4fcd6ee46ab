import { isMainThread } from 'node:worker_threads';

// Imported before a program: it ends when its standard input does, which the system closes with the process at the other
// end. The program's own threads and processes are begun with the same import.
if (isMainThread && process.send === undefined) process.stdin.once('end', () => process.exit()).resume();
